import { ShapeError } from '../common/errors/shape-error.js';
import { jsonErrorPosition } from '../common/http/json-error-position.js';
import { IfmShape } from '../common/validation/ifm-shape.js';
import { readJsonMembers, type JsonMember } from '../engine/index.js';
import { LOG_LEVELS, type IfmLogLevel } from '../ifm-plans/log-levels.js';

/** What a request says besides its records, whatever way they come. */
export interface MaskSettings {
  readonly runSecret: string | undefined;
  readonly disableInstanceSecret: boolean;
  /** Undefined: the plan's. */
  readonly logLevel: IfmLogLevel | undefined;
  /** Undefined: to be made. */
  readonly requestId: string | undefined;
  /** Undefined: the service's. */
  readonly aiEngineUrl: string | undefined;
}

/** Hash values as JSON text: none, one for all records, or the places of one for each. */
export type HashValues = string | readonly number[] | undefined;

/** A masking request. Values stay text, cut out where they are needed: nothing of them is lost on the way. */
export interface MaskRequest extends MaskSettings {
  readonly text: string;
  /** Where each record starts and ends in the text, one after the other. */
  readonly records: readonly number[];
  readonly hashValues: HashValues;
}

/** Beyond this the position of a fault is not looked for: it would cost more than it tells. */
const MAX_POSITION_SEARCH = 2_000_000;
const MIN_SECRET = 20;
const MAX_SECRET = 128;
const SECRETS: ReadonlySet<string> = new Set(['run_secret']);
const NO_PLACES: readonly number[] = [];
const NOTHING_SAID: Found = {
  ...{ text: '', records: NO_PLACES, hashValues: undefined, runSecret: undefined },
  ...{ disableInstanceSecret: false, logLevel: undefined, requestId: undefined, aiEngineUrl: undefined },
};

/** Reads the body of a masking request. Throws a `ShapeError` with everything that is wrong. */
export function readMaskRequest(text: string): MaskRequest {
  const members = readJsonMembers(text);
  if (members === null) {
    throw notAnObject(text);
  }
  return readSound(text, members) ?? readWithFaults(text, members);
}

/** Reads the common case, in which only the usual fields are there and nothing is wrong; null: look closer. */
function readSound(text: string, members: readonly JsonMember[]): MaskRequest | null {
  const found = { ...NOTHING_SAID, text };
  for (const member of members) {
    if (!takeSound(found, text, member)) {
      return null;
    }
  }
  const { runSecret, disableInstanceSecret } = found;
  const isSecretSound =
    runSecret === undefined
      ? !disableInstanceSecret
      : runSecret.length >= MIN_SECRET && runSecret.length <= MAX_SECRET;
  return isSecretSound && found.records !== NO_PLACES ? found : null;
}

type Found = { -readonly [Field in keyof MaskRequest]: MaskRequest[Field] };

function takeSound(found: Found, text: string, member: JsonMember): boolean {
  switch (member.key) {
    case 'data':
      found.records = member.items ?? NO_PLACES;
      return member.items !== null;
    case 'hash_values':
      found.hashValues = hashValuesOf(text, member);
      return true;
    case 'run_secret':
      found.runSecret = textOf(text, member);
      return found.runSecret !== undefined;
    case 'request_id':
      found.requestId = textOf(text, member);
      return found.requestId !== undefined;
    case 'disable_instance_secret':
      found.disableInstanceSecret = text.startsWith('true', member.start);
      return found.disableInstanceSecret || text.startsWith('false', member.start);
    default:
      return false;
  }
}

/** Undefined: it is no text. */
function textOf(text: string, { start, end }: JsonMember): string | undefined {
  return text[start] === '"' ? (JSON.parse(text.slice(start, end)) as string) : undefined;
}

function readWithFaults(text: string, members: readonly JsonMember[]): MaskRequest {
  // Of repeated fields the last counts.
  const byName = new Map(members.map((member) => [member.key, member]));
  const shape = IfmShape.of(
    Object.fromEntries(members.map((member) => [member.key, shownValue(text, member)])),
    SECRETS,
  );
  shape.list('data', { required: true });
  shape.any('hash_values');
  const settings = readSettings(shape);
  shape.finish();
  return {
    ...settings,
    text,
    records: byName.get('data')?.items ?? NO_PLACES,
    hashValues: hashValuesOf(text, byName.get('hash_values')),
  };
}

/** Reads the fields that every way of masking knows. */
export function readSettings(shape: IfmShape): MaskSettings {
  const runSecret = shape.text('run_secret', { min: MIN_SECRET, max: MAX_SECRET });
  const disableInstanceSecret = shape.flag('disable_instance_secret') ?? false;
  if (disableInstanceSecret && runSecret === undefined) {
    const message = 'The instance secret can be disabled only where a "run_secret" is given.';
    shape.fault('disable_instance_secret', 'value_error', message);
  }
  shape.choice('charset', ['utf-8']);
  shape.choice('encoding', ['json']);
  return {
    runSecret,
    disableInstanceSecret,
    logLevel: shape.choice('log_level', LOG_LEVELS),
    requestId: shape.text('request_id'),
    aiEngineUrl: shape.text('ai_engine_url', { max: 2_000 }),
  };
}

/** Values to be masked and hash values are not read here. */
function shownValue(text: string, { key, start, end, items }: JsonMember): unknown {
  if (items !== null && (key === 'data' || key === 'hash_values')) {
    return [];
  }
  return JSON.parse(text.slice(start, end)) as unknown;
}

function hashValuesOf(text: string, member: JsonMember | undefined): HashValues {
  if (member === undefined) {
    return undefined;
  }
  const value = member.items ?? text.slice(member.start, member.end);
  return value === 'null' ? undefined : value;
}

function notAnObject(text: string): ShapeError {
  if (text.trim() === '') {
    return new ShapeError([
      { type: 'missing', loc: ['body'], msg: 'A body is required: a JSON object with "data".', input: null },
    ]);
  }
  const isShort = text.length <= MAX_POSITION_SEARCH;
  const position = isShort ? jsonErrorPosition(text) : null;
  if (position === null && isShort && !text.trimStart().startsWith('{')) {
    return new ShapeError([
      { type: 'dict_type', loc: ['body'], msg: 'The body must be a JSON object.', input: null },
    ]);
  }
  const reason = isShort
    ? position === null
      ? 'it is nested more than 10,000 levels deep'
      : `the fault is at line ${position.line}, column ${position.column}`
    : 'it may be cut off, or nested more than 10,000 levels deep';
  const msg = `The body is not valid JSON: ${reason}.`;
  return new ShapeError([{ type: 'json_invalid', loc: ['body'], msg, input: null, ctx: { error: reason } }]);
}

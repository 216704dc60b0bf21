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

/** Reads the body of a masking request. Throws a `ShapeError` with everything that is wrong. */
export function readMaskRequest(text: string): MaskRequest {
  const members = readJsonMembers(text);
  if (members === null) {
    throw notAnObject(text);
  }
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

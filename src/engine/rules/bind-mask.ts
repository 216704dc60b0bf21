import { hash } from 'node:crypto';
import { deriveKey } from '../random/run-key.js';
import { Draws } from '../random/draws.js';
import { MaskingError } from '../errors.js';
import { MASKS_BY_NAME } from '../masks/index.js';
import { SeedScope } from '../random/seed-scope.js';
import type { DocumentView } from '../ports/document-view.js';
import type {
  MaskCompileContext,
  MaskDefinition,
  SteeredMasks,
  SteerOptions,
} from '../masks/mask-definition.js';
import type { MaskNode } from '../ruleset/nodes.js';
import type { Place, ProblemList } from '../ruleset/problem-list.js';
import type { RowSeed } from '../random/draws.js';
import type { SeedTable } from '../ports/seed-files.js';
import type { TextHmac } from '../random/hmac.js';
import type { Value } from '../values/value.js';
import type { ColumnShape, MaskingContext } from './table-mask.js';

/** A mask ready for values: its stream rewinds by itself. */
export type BoundMask = (value: Value) => Value;

/** Where the draws of a rule come from. */
export interface SeedBinding {
  readonly seed: RowSeed;
  /** Text of the row's hash values, tag and all; null: the seed stands for no identity. */
  readonly hashText: (() => string) | null;
}

/** What the masks of one rule share. */
export interface RuleBinding extends SeedBinding {
  readonly context: MaskingContext;
  readonly column: ColumnShape;
  readonly problems: ProblemList;
  readonly hmac: TextHmac;
  /**
   * Part of every domain of the rule. Empty under a hash list, whose promise is that equal identities get equal values
   * anywhere; the rule's own place otherwise, so that columns are independent of one another.
   */
  readonly scope: string;
  /** How often each identical mask has been written in this rule so far. */
  readonly occurrences: Map<string, number>;
  /** The document whose leaf is masked; null: none. */
  readonly document: DocumentView | null;
  /** Told how many values of a document were changed; absent: nobody asks. */
  readonly changed?: ((count: number) => void) | undefined;
  rowText(writtenColumn: string): (() => string | null) | null;
  rowValue(writtenColumn: string, place: Place): (() => Value) | null;
}

/** Binds the masks of one chain. */
export function bindChain(nodes: readonly MaskNode[], rule: RuleBinding): BoundMask {
  const masks = nodes.map((node) => bindMask(node, rule));
  const [first, second] = masks;
  if (first !== undefined && masks.length === 1) {
    return first;
  }
  if (first !== undefined && second !== undefined && masks.length === 2) {
    return (value) => second(first(value));
  }
  return (value) => {
    let result = value;
    for (const mask of masks) {
      result = mask(result);
    }
    return result;
  };
}

function bindMask(node: MaskNode, rule: RuleBinding): BoundMask {
  const definition = MASKS_BY_NAME.get(node.maskName);
  if (definition === undefined) {
    throw new Error(`Mask "${node.maskName}" was read but is not defined`);
  }
  const context = compileContext(node, rule);
  const draws = new Draws(rule.seed, nonceOf(definition, node, context, rule));
  const mask = definition.compile(node.params, context);
  if (definition.randomness === undefined) {
    return (value) => mask(value, draws);
  }
  return (value) => {
    draws.begin();
    return mask(value, draws);
  };
}

/**
 * The domain of a mask's draws: its name and whatever of its parameters bears on them, and how many identical masks are
 * written before it in the rule. Never the table, the column or the nesting (see `RuleBinding.scope`).
 */
function nonceOf(
  definition: MaskDefinition,
  node: MaskNode,
  context: MaskCompileContext,
  rule: RuleBinding,
): Int32Array {
  const nonce = new Int32Array(3);
  if (definition.randomness === undefined) {
    return nonce;
  }
  const randomness = definition.randomness(node.params, context);
  const domain = domainText([definition.name, randomness.domain]);
  const sibling = domainText([definition.name, randomness.sibling ?? randomness.domain]);
  const occurrence = randomness.alike === true ? 0 : (rule.occurrences.get(sibling) ?? 0);
  rule.occurrences.set(sibling, occurrence + 1);
  const digest = hash('sha256', domainText([rule.scope, domain, occurrence]), 'buffer');
  for (let i = 0; i < nonce.length; i++) {
    nonce[i] = digest.readInt32LE(i * 4);
  }
  return nonce;
}

/** What a mask sees of its rule while it is compiled. */
export function compileContext(node: MaskNode, rule: RuleBinding): MaskCompileContext {
  const { context, column, problems } = rule;
  const place = { path: node.path, at: node.at };
  return {
    get nowMs() {
      return context.nowMs;
    },
    column,
    seedFile: (name) => loadedSeedFile(name, node, rule),
    isHashed: rule.hashText !== null,
    document: rule.document,
    entityDetector: context.entityDetector ?? null,
    rowText: (written) => rule.rowText(written),
    rowValue: (written) => rule.rowValue(written, place),
    child: (child) => bindMask(child, rule),
    children: (nodes) => bindChain(nodes, rule),
    steered: (nodes, options) => bindSteered(nodes, rule, options),
    rowOrdinals: context.rowOrdinals ?? null,
    changed: (count) => rule.changed?.(count),
    dealsColumns: context.dealsColumns === true,
    namedKey: (name) => context.namedKeys?.get(name),
    key: (label) => deriveKey(context.runKey, label),
    error: (code, message) => problems.error(code, message, place),
    warning: (code, message) => problems.warning(code, message, place),
    fail(code, reason) {
      throw new MaskingError(code, reason, node.path, column.name);
    },
  };
}

/** Binds masks inside a mask that says for each application what its draws depend on. */
function bindSteered(
  nodes: readonly MaskNode[],
  rule: RuleBinding,
  options: SteerOptions = {},
): SteeredMasks {
  const seed = new SeedScope(rule.hmac, rule.seed, rule.hashText);
  const isHashed = rule.hashText !== null || options.hashed === true;
  const apply = bindChain(nodes, {
    ...rule,
    seed,
    hashText: isHashed ? seed.text : null,
    scope: isHashed ? '' : rule.scope,
    document: options.document ?? rule.document,
    changed: undefined,
  });
  return { apply, enter: (match) => seed.enter(match) };
}

function loadedSeedFile(name: string, node: MaskNode, rule: RuleBinding): SeedTable | null {
  const table = rule.context.seedFiles.get(name);
  if (table === undefined) {
    const message = `The seed file ${JSON.stringify(name)} is not there.`;
    rule.problems.error('unknown_seed_file', message, { path: node.path, at: node.at });
    return null;
  }
  return table;
}

/** One text for equal plain data, whatever the order of its keys. */
function domainText(data: unknown): string {
  return JSON.stringify(data, (_, value: unknown) => {
    if (typeof value === 'bigint') {
      return { integer: value.toString() };
    }
    if (typeof value === 'number' && !Number.isSafeInteger(value)) {
      return { float: String(value) };
    }
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      return value;
    }
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Reports a first mask that can never take the column's values. */
export function checkFirstMask(nodes: readonly MaskNode[], rule: RuleBinding): void {
  const [first] = nodes;
  const accepts = first === undefined ? undefined : MASKS_BY_NAME.get(first.maskName)?.accepts;
  const kind = rule.column.kind === 'other' ? 'text' : rule.column.kind;
  if (first !== undefined && accepts !== undefined && accepts !== 'all' && !accepts.includes(kind)) {
    const message = `"${first.maskName}" cannot take the ${kind} values of column "${rule.column.name}".`;
    rule.problems.error('unsupported_kind', message, { path: first.path, at: first.at });
  }
}

import { dump } from 'js-yaml';
import { compileTableMask, deriveRunKey, MaskingError, readRuleset } from '../../src/engine/index.js';
import type {
  ColumnShape,
  CompiledTableMask,
  MaskingContext,
  Problem,
  SeedCatalog,
  SeedTable,
} from '../../src/engine/index.js';

/** One table of cases: `test/golden/masks/<mask>.yaml`. */
export interface GoldenTable {
  readonly seedFiles?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Whole files: text, or hexadecimal bytes after `\x`. */
  readonly blobs?: Readonly<Record<string, string>>;
  readonly cases: readonly GoldenCase[];
}

/**
 * A mask, what goes in, and what must come out: a text, a shape, one of a few texts, the code of a `MaskingError`, or
 * the code of a problem of the ruleset. Texts are those of the column's kind; a `json` column shows a value's kind.
 */
export interface GoldenCase {
  readonly name?: string;
  /** The mask without its `type`, which is the file's name. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The mask as YAML text, where the writing matters. */
  readonly yaml?: string;
  /** The whole chain, where the mask alone does not show its point. */
  readonly masks?: readonly unknown[];
  readonly column?: ColumnShape['kind'];
  readonly precision?: number;
  readonly scale?: number;
  readonly maxLength?: number;
  readonly caseInsensitive?: boolean;
  /** NULL in `input` is null; absent: some text. */
  readonly input?: string | null;
  readonly inputs?: readonly (string | null)[];
  /** Value of the row's other column, `other`. */
  readonly other?: string | null;
  /** Hash value: the draws are then fixed by the secret, so that `expected` pins them. */
  readonly hash?: string;
  readonly now?: string;
  /** False: the rows have no numbers. */
  readonly numbered?: boolean;
  readonly expected?: string | null;
  readonly oneOf?: readonly (string | null)[];
  readonly shape?: string;
  readonly error?: string;
  readonly problem?: string;
  readonly warning?: string;
}

const SECRET = 'the golden cases’ own secret';
const KEYS = new Map([
  ['ledger', Buffer.from('2B7E151628AED2A6ABF7158809CF4F3C', 'hex')],
  ['short', Buffer.alloc(5)],
]);
/** How often a shape or choice is tried. */
export const TRIES = 60;

/** What the engine makes of one input. */
export type Outcome =
  | { readonly kind: 'text'; readonly text: string | null }
  | { readonly kind: 'error'; readonly code: string }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** A compiled case, ready for inputs. */
export interface PreparedCase {
  readonly problems: readonly Problem[];
  apply(input: string | null): Outcome;
}

export function prepare(maskName: string, table: GoldenTable, golden: GoldenCase): PreparedCase {
  const seedFiles = seedTables(table);
  const { ruleset, problems } = readRuleset(rulesetText(maskName, golden), { seedCatalog: catalogOf(seedFiles) });
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    return { problems, apply: () => ({ kind: 'problems', problems }) };
  }
  const columns = columnsOf(golden);
  const shape = { columns, find: (written: string) => columns.find((column) => column.name === written) };
  let ordinal = -1;
  const context: MaskingContext = {
    runKey: deriveRunKey(SECRET, null),
    repeatable: false,
    nowMs: Date.parse(golden.now ?? '2025-06-15T12:00:00Z'),
    seedFiles,
    namedKeys: KEYS,
    ...(golden.numbered === false ? {} : { rowOrdinals: { current: () => ordinal } }),
  };
  const compiled = compileTableMask(task, shape, context);
  const all = [...problems, ...compiled.problems];
  const { mask } = compiled;
  return {
    problems: all,
    apply: (input) => {
      ordinal++;
      return mask === null ? { kind: 'problems', problems: all } : maskOne(mask, golden, input);
    },
  };
}

function maskOne(mask: CompiledTableMask, golden: GoldenCase, input: string | null): Outcome {
  const values: Readonly<Record<string, string | null>> = {
    ...{ id: golden.hash ?? '1', masked: input, other: golden.other ?? null },
  };
  const out: (string | null)[] = [];
  try {
    mask.maskRow(
      mask.readColumns.map((name) => values[name] ?? null),
      out,
    );
    return { kind: 'text', text: out[0] ?? null };
  } catch (error) {
    if (!(error instanceof MaskingError)) {
      throw error;
    }
    return { kind: 'error', code: error.code };
  }
}

function rulesetText(maskName: string, golden: GoldenCase): string {
  const masks = golden.masks ?? [{ type: maskName, ...golden.params }];
  const chain =
    golden.yaml === undefined
      ? dump(masks, { flowLevel: 0 }).trim()
      : `\n          - ${golden.yaml.trim().replaceAll('\n', '\n            ')}`;
  const hashing = golden.hash === undefined ? '' : '\n        hash_columns: [id]';
  return `version: "1.0"
tasks:
  - type: mask_table
    table: golden
    key: id
    rules:
      - column: masked${hashing}
        masks: ${chain}
`;
}

function columnsOf(golden: GoldenCase): readonly ColumnShape[] {
  const plain = { kind: 'text', nullable: true, writable: true, maxLength: null } as const;
  const masked: ColumnShape = {
    ...{ name: 'masked', nullable: true, writable: true, kind: golden.column ?? 'text' },
    maxLength: golden.maxLength ?? null,
    numericPrecision: golden.precision ?? null,
    numericScale: golden.scale ?? null,
    caseInsensitive: golden.caseInsensitive ?? false,
  };
  const others = ['id', 'other'].map((name) => ({ name, ...plain, numericPrecision: null, numericScale: null }));
  return [...others, masked];
}

function seedTables(table: GoldenTable): ReadonlyMap<string, SeedTable> {
  const entries = Object.entries(table.seedFiles ?? {}).map(([name, columns]): [string, SeedTable] => [
    name,
    {
      name,
      columnNames: Object.keys(columns),
      rowCount: Object.values(columns)[0]?.length ?? 0,
      digest: `digest of ${name}`,
      column: (wanted) => columns[wanted],
    },
  ]);
  const blobs = Object.entries(table.blobs ?? {}).map(([name, content]): [string, SeedTable] => [
    name,
    { ...{ name, columnNames: [], rowCount: 0, digest: `digest of ${name}`, bytes: bytesOf(content) }, column: () => undefined },
  ]);
  return new Map([...entries, ...blobs]);
}

function bytesOf(content: string): Uint8Array {
  return content.startsWith('\\x') ? Buffer.from(content.slice(2), 'hex') : Buffer.from(content, 'utf8');
}

function catalogOf(files: ReadonlyMap<string, SeedTable>): SeedCatalog {
  return { columnNames: (name) => files.get(name)?.columnNames, names: () => [...files.keys()] };
}

import { compileKeyRule, compileUniqueKey } from '../../engine/index.js';
import type {
  ColumnRule,
  KeyOwner,
  KeyValuesResult,
  MaskTableTask,
  MaskUniqueKeyTask,
  MaskingContext,
  Problem,
} from '../../engine/index.js';
import { DatabaseError } from '../../adapters/databases/index.js';
import type {
  DatabaseSession,
  KeyLink,
  KeyMap,
  KeyPlace,
  KeyReference,
  KeyRewrite,
} from '../../adapters/databases/index.js';
import { findFamily, listed } from './key-family.js';
import type { ReferencesOf } from './key-family.js';
import { keyRules } from './key-rules.js';
import type { LiveTable } from '../work/live-table.js';
import { readLiveTable } from '../work/live-table.js';
import { PartitionFailure } from '../work/partition-failure.js';

/** Where in the ruleset something stands. */
type Located = Pick<ColumnRule, 'at'>;

/** All key changes of one task, which happen together or not at all. */
export interface KeyPlan extends KeyRewrite {
  /** The keys that the task names; what follows them are the other places of their maps. */
  readonly owners: readonly KeyPlace[];
  /** What speaks against it, or is to be known about it. */
  readonly problems: readonly Pick<Problem, 'at' | 'message' | 'severity' | 'code'>[];
}

interface PlannedKey extends Located {
  readonly place: KeyPlace;
  readonly virtual: readonly KeyReference[];
  /** Throws or gives a null mask where the number of values is too large. */
  compile(values: number): KeyValuesResult;
}

/** The key rules of a `mask_table` task. */
export function planKeyRules(
  session: DatabaseSession,
  task: MaskTableTask,
  table: LiveTable,
  context: MaskingContext,
): Promise<KeyPlan> {
  const owner: KeyOwner = { table: task.table, shape: table.shape };
  const keys = keyRules(task, table).map(({ rule, column }): PlannedKey => ({
    at: rule.at,
    place: { table: table.description.name, columns: [column.name] },
    virtual: [],
    compile: (values) => compileKeyRule(rule, owner, context, values),
  }));
  return planKeys(session, keys);
}

/** A `mask_unique_key` task. Throws `PartitionFailure` where a table or column is not there. */
export async function planUniqueKey(
  session: DatabaseSession,
  task: MaskUniqueKeyTask,
  table: LiveTable,
  context: MaskingContext,
): Promise<KeyPlan> {
  const owner: KeyOwner = { table: task.table, shape: table.shape };
  const columns = task.targetKey.map(({ column }) => columnIn(table, task.table, column));
  const place = { table: table.description.name, columns };
  const virtual: KeyReference[] = [];
  for (const cascade of task.additionalCascades) {
    const other = await readLiveTable(session, { table: cascade.table, joins: [] });
    if (other === null) {
      throw new PartitionFailure('unknown_table', `there is no table ${cascade.table} to cascade to`);
    }
    virtual.push({
      constraint: '',
      from: other.description.name,
      fromColumns: cascade.columns.map(({ target }) => columnIn(other, cascade.table, target)),
      to: place.table,
      toColumns: cascade.columns.map(({ source }) => columnIn(table, task.table, source)),
    });
  }
  const compile: PlannedKey['compile'] = (values) => compileUniqueKey(task, owner, context, values);
  return planKeys(session, [{ at: task.at, place, virtual, compile }]);
}

async function planKeys(session: DatabaseSession, keys: readonly PlannedKey[]): Promise<KeyPlan> {
  const rewriter = session.keys;
  if (rewriter === null) {
    throw new PartitionFailure('not_supported', 'keys cannot be rewritten on this kind of database yet');
  }
  const problems: KeyPlan['problems'][number][] = [];
  const maps: KeyMap[] = [];
  const links: KeyLink[] = [];
  for (const key of keys) {
    const references: ReferencesOf = async (table) => [
      ...(await rewriter.references(table)),
      ...key.virtual.filter((one) =>
        [one.from, one.to].some((end) => end.schema === table.schema && end.table === table.table),
      ),
    ];
    const family = await findFamily(key.place, references);
    problems.push(...family.problems.map((text) => errorAt(key, text)), ...key.compile(0).problems);
    maps.push({ places: family.places, translator: (values) => translatorOf(key, values) });
    links.push(...family.links);
  }
  problems.push(...overlaps(keys, maps));
  return { maps, links, owners: keys.map(({ place }) => place), problems };
}

function translatorOf(key: PlannedKey, values: number): ReturnType<KeyMap['translator']> {
  const { mask, problems } = key.compile(values);
  if (mask === null) {
    const reasons = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    throw new PartitionFailure(
      'table_changed',
      `${listed(key.place)} cannot be masked: ${reasons.join(' ')}`,
    );
  }
  return (rows, first) =>
    rows.map((row, index) => {
      const news = mask(row, first + index);
      if (news.includes(null)) {
        throw new DatabaseError('null_key', `a key of ${listed(key.place)} would become NULL`, false);
      }
      return news;
    });
}

/** No column can follow two keys, nor one key in two ways. */
function overlaps(keys: readonly PlannedKey[], maps: readonly KeyMap[]): KeyPlan['problems'] {
  const seen = new Map<string, string>();
  return maps.flatMap(({ places }, index) => {
    const key = keys[index]!;
    return places.flatMap((place) =>
      place.columns.flatMap((column) => {
        const name = listed({ table: place.table, columns: [column] });
        const known = seen.get(name);
        seen.set(name, listed(key.place));
        const text = `${name} would have to follow both ${known ?? ''} and ${listed(key.place)}`;
        return known === undefined ? [] : [errorAt(key, text)];
      }),
    );
  });
}

function errorAt({ at }: Located, message: string): KeyPlan['problems'][number] {
  return { at, message, severity: 'error', code: 'key_family' };
}

function columnIn(table: LiveTable, written: string, column: string): string {
  const found = table.find(column);
  if (found === undefined) {
    throw new PartitionFailure('unknown_column', `the table ${written} has no column "${column}"`);
  }
  return found.name;
}

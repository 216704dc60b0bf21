import { DATABASE_ADAPTERS, tableShape } from '../../src/adapters/databases/index.js';
import type {
  DatabaseSession,
  DatabaseSettings,
  TableDescription,
  TableScan,
  TargetColumn,
} from '../../src/adapters/databases/index.js';
import type { CompiledTableMask } from '../../src/engine/index.js';
import { TargetCursor } from '../../src/runs/walk/cursor-keeper.js';
import type { PartitionWatch } from '../../src/runs/ledger/partition-watch.js';
import { RewriteWalk } from '../../src/runs/walk/rewrite-walk.js';
import { RowWalk } from '../../src/runs/walk/row-walk.js';
import { RowNumber } from '../../src/runs/work/row-number.js';
import type { RowWalkPlan } from '../../src/runs/walk/row-walk-plan.js';
import { compilePeople } from './ruleset.js';

/** The database that holds the table `people`. */
export interface BenchTarget {
  /** Of `DATABASE_ADAPTERS`. */
  readonly kind: string;
  readonly settings: DatabaseSettings;
}

export interface Settings {
  readonly rows: number;
  readonly batchSize: number;
  readonly parts: number;
  /** Mask the `note` too. */
  readonly note?: boolean;
}

const PROGRESS = { name: 'vizard_progress_bench' };

/** What a run does with a table, in one process: split, then walk the partitions at the same time. */
export async function maskInPlace(target: BenchTarget, settings: Settings): Promise<void> {
  const session = await open(target);
  try {
    const table = await session.describeTable((await session.resolveTable('people'))!);
    const shape = tableShape(session, table);
    await session.createProgressTable(PROGRESS);
    const ranges = await session.splitByKey(
      scanOf(table, compilePeople(shape, settings.note === true)),
      settings.parts,
    );
    await Promise.all(
      ranges.map((range, place) => {
        const mask = compilePeople(shape, settings.note === true);
        const writeColumns = columnsOf(table, mask.writeColumns);
        const plan = { scan: scanOf(table, mask), writeColumns, mask, range, batchSize: settings.batchSize };
        return walk(
          target,
          { ...plan, detector: null, rowNumber: new RowNumber(), maxRows: null, hasTriggers: false },
          place + 1,
        );
      }),
    );
    await session.dropProgressTable(PROGRESS);
  } finally {
    await session.close();
  }
}

/** What a run with `write_mode: rewrite` does with a table. */
export async function writeAnew(target: BenchTarget, settings: Settings): Promise<void> {
  const session = await open(target);
  try {
    const table = await session.describeTable((await session.resolveTable('people'))!);
    await session.createProgressTable(PROGRESS);
    const mask = compilePeople(tableShape(session, table), false);
    const plan = {
      ...{ scan: scanOf(table, mask), writeColumns: columnsOf(table, mask.writeColumns), mask },
      ...{
        range: { after: null, upTo: null },
        batchSize: settings.batchSize,
        maxRows: null,
        hasTriggers: false,
      },
      ...{ detector: null, rowNumber: new RowNumber() },
    };
    const cursors = new TargetCursor(PROGRESS.name, 1);
    const start = await cursors.begin(session);
    await new RewriteWalk(plan, session, cursors, freeWatch()).run(start);
    await session.dropProgressTable(PROGRESS);
  } finally {
    await session.close();
  }
}

async function walk(target: BenchTarget, plan: RowWalkPlan, partitionId: number): Promise<void> {
  const [reader, writer] = await Promise.all([open(target), open(target)]);
  const cursors = new TargetCursor(PROGRESS.name, partitionId);
  await new RowWalk(plan, { reader, writer }, cursors, freeWatch()).run(await cursors.begin(writer));
  await Promise.all([reader.close(), writer.close()]);
}

/** Nobody asks the work to stop. */
function freeWatch(): PartitionWatch {
  return {
    ...{ stopReason: null, rows: { rowsRead: 0, rowsWritten: 0 } },
    orStop: <T>(work: Promise<T>): Promise<T> => work,
  } as unknown as PartitionWatch;
}

function scanOf(table: TableDescription, mask: CompiledTableMask): TableScan {
  const readColumns = columnsOf(table, mask.readColumns);
  return { table: table.name, readColumns, keyCount: mask.keyCount, where: null };
}

function columnsOf(table: TableDescription, names: readonly string[]): readonly TargetColumn[] {
  return names.map((name) => {
    const column = table.columns.find((candidate) => candidate.name === name);
    if (column === undefined) {
      throw new Error(`no column ${name}`);
    }
    return column;
  });
}

function open({ kind, settings }: BenchTarget): Promise<DatabaseSession> {
  const adapter = DATABASE_ADAPTERS[kind];
  if (adapter === undefined) {
    throw new Error('no adapter');
  }
  return adapter.open(settings, 'bench');
}

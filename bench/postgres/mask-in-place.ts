import { DATABASE_ADAPTERS } from '../../src/adapters/databases/index.js';
import type {
  DatabaseSession,
  DatabaseSettings,
  KeyRange,
  TableScan,
} from '../../src/adapters/databases/index.js';
import type { CompiledTableMask } from '../../src/engine/index.js';
import { TargetCursor } from '../../src/runs/cursor-keeper.js';
import type { PartitionWatch } from '../../src/runs/partition-watch.js';
import { RowWalk } from '../../src/runs/row-walk.js';
import { hashMask } from './hash-mask.js';
import { MASKED } from './tables.js';

export interface Settings {
  readonly rows: number;
  readonly batchSize: number;
  readonly parts: number;
}

const PROGRESS = { name: 'vizard_progress_bench' };

/** What a run does with a table, in one process: split, then walk the partitions at the same time. */
export async function maskInPlace(url: URL, settings: Settings): Promise<void> {
  const session = await open(url);
  try {
    const scan = await scanPeople(session);
    await session.createProgressTable(PROGRESS);
    const ranges = await session.splitByKey(scan, settings.parts);
    await Promise.all(ranges.map((range, place) => walk(url, scan, range, { ...settings, place })));
    await session.dropProgressTable(PROGRESS);
  } finally {
    await session.close();
  }
}

async function walk(
  url: URL,
  scan: TableScan,
  range: KeyRange,
  { batchSize, place }: Settings & { place: number },
): Promise<void> {
  const [reader, writer] = await Promise.all([open(url), open(url)]);
  const cursors = new TargetCursor(PROGRESS.name, place + 1);
  const plan = {
    scan,
    writeColumns: scan.readColumns.slice(1),
    mask: maskOf(scan),
    range,
    batchSize,
    maxRows: null,
  };
  const watch = { stopReason: null, rows: { rowsRead: 0, rowsWritten: 0 } } as unknown as PartitionWatch;
  await new RowWalk(plan, { reader, writer }, cursors, watch).run(await cursors.begin(writer));
  await Promise.all([reader.close(), writer.close()]);
}

function maskOf(scan: TableScan): CompiledTableMask {
  return hashMask(
    scan.readColumns.map((column) => column.name),
    scan.keyCount,
  );
}

async function scanPeople(session: DatabaseSession): Promise<TableScan> {
  const table = await session.describeTable({ schema: 'public', table: 'people' });
  const readColumns = ['id', ...MASKED].map((name) => {
    const column = table.columns.find((candidate) => candidate.name === name);
    if (column === undefined) {
      throw new Error(`no column ${name}`);
    }
    return column;
  });
  return { table: table.name, readColumns, keyCount: 1, where: null };
}

function open(url: URL): Promise<DatabaseSession> {
  const settings: DatabaseSettings = {
    host: url.hostname,
    tcpPort: Number(url.port),
    database: url.pathname.slice(1),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    schema: '',
    engineOptions: { ssl: false },
    readOnly: false,
  };
  const adapter = DATABASE_ADAPTERS.postgres;
  if (adapter === undefined) {
    throw new Error('no adapter');
  }
  return adapter.open(settings, 'bench');
}

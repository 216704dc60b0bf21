import type {
  DatabaseSession,
  PartitionClaim,
  TableName,
  TableScan,
  TargetColumn,
} from '../../src/adapters/databases/index.js';
import { HOSTILE } from './recording-client.js';

type Batch = Parameters<DatabaseSession['writeBatch']>[1];
export type StatementCases = Readonly<Record<string, () => Promise<unknown>>>;

/** A session that records, and a table of two columns: a key and a text. */
export interface StatementStage {
  readonly session: DatabaseSession;
  readonly scan: TableScan;
}

export interface StatementWishes {
  readonly name: TableName;
  readonly claim: PartitionClaim;
  /** Is the joined table joined outer? */
  readonly outer: boolean;
  /** Of the check of a condition. */
  readonly condition: string;
}

export const columnOf = ({ scan }: StatementStage, place: number): TargetColumn =>
  scan.readColumns[place] as TargetColumn;

const COUNTS = [{ column: HOSTILE.value, changed: 1, skipped: 1, unchanged: null }];

/** Values that could end a quote or a statement. */
export function hostileBatch(stage: StatementStage): Batch {
  return {
    ...{ table: stage.scan.table, keyColumns: [columnOf(stage, 0)], writeColumns: [columnOf(stage, 1)] },
    columns: [['1'], ["it's ü\\\n"]],
    cursor: { lastKey: ["k'"], rowsRead: 2, rowsWritten: 1, columnCounts: COUNTS },
    readBack: { before: [['old']], counted: () => ({ lastKey: null, rowsRead: 0, rowsWritten: 0 }) },
  };
}

/** A walk over all rows in one transaction, by where they lie. */
export function writeWhole(stage: StatementStage, claim: PartitionClaim, batch: Batch): Promise<unknown> {
  const { session, scan } = stage;
  return session.writeWhole(
    claim,
    { ...scan, readColumns: [session.rowAddress!, columnOf(stage, 1)] },
    {
      ...{ writeColumns: [columnOf(stage, 1)], batchSize: 10, maxRows: null, dryRun: false },
      mask: () => Promise.resolve(batch),
    },
  );
}

/** What every kind of database is asked for alike. `stage` is called when a case runs. */
export function statementCases(
  stage: () => StatementStage,
  { name, claim, outer, condition }: StatementWishes,
): StatementCases {
  const [after, upTo] = [['5'], ['9']];
  return {
    'walk the catalog': async () => {
      const { catalog } = stage().session;
      await catalog.schemas([name.schema]);
      await catalog.tables(name.schema, name.table, 10);
      return catalog.firstRows(name, [columnOf(stage(), 1)], { rows: 5, longest: 100 });
    },
    'read pages': async () => {
      const { session, scan } = stage();
      await session.readPage({ ...scan, where: "name = 'x' -- end" }, { after, upTo }, 100);
      await session.countRows(name, 'id > 5');
      await session.countGroups(name, { columns: [HOSTILE.value], below: 5, passNulls: true });
      return session.splitByKey(scan, 2);
    },
    join: async () => {
      const { session, scan } = stage();
      const [key, value] = [columnOf(stage(), 0), columnOf(stage(), 1)];
      const join = { table: name, targetKey: [key], source: null, sourceKey: [key], outer, order: [value] };
      const joined = { ...scan, readColumns: [key, { ...value, join: 0 }], joins: [join] };
      await session.checkJoins(joined);
      return session.readPage(joined, { after, upTo: null }, 10);
    },
    'check a condition': () => stage().session.checkWhere(name, condition),
    'keep the books': async () => {
      const { session } = stage();
      await session.createProgressTable(claim.progress);
      await session.claimPartition(claim);
      await session.settlePartition(claim);
      await session.endClaims(claim.progress);
      return session.dropProgressTable(claim.progress);
    },
    'write a batch': () => stage().session.writeBatch(claim, hostileBatch(stage())),
    'empty a table': async () => {
      await stage().session.describeEmptying(name);
      return stage().session.truncateTable(claim, name);
    },
  };
}

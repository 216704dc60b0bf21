import { DiscoveryResult } from '../../../src/discovery/discovery-result.entity.js';
import { DiscoveryTable } from '../../../src/discovery/discovery-table.entity.js';
import { Discovery } from '../../../src/discovery/discovery.entity.js';
import type { TestApp } from '../test-app.js';

export interface FoundColumn extends Partial<DiscoveryResult> {
  readonly columnName: string;
  /** The label of its one match; absent: nothing was found. */
  readonly label?: string;
}

export interface FoundTable extends Partial<DiscoveryTable> {
  readonly tableName: string;
  readonly columns: readonly FoundColumn[];
}

let lastRun = 1_000_000;

/** Stores a finished schema discovery as if a run had made it; gives the number of its run. */
export async function storeDiscovery(
  { dataSource }: TestApp,
  connectionId: string,
  tables: readonly FoundTable[],
): Promise<number> {
  const runId = ++lastRun;
  const { manager } = dataSource;
  await manager.save(
    Object.assign(new Discovery(), {
      runId,
      connectionId,
      kind: 'schema',
      options: {},
      finishedTime: new Date(),
    }),
  );
  for (const { columns, ...table } of tables) {
    const { id: tableId } = await manager.save(
      Object.assign(
        new DiscoveryTable(),
        { runId, schemaName: 'public', kind: 'table', rowEstimate: null, primaryKey: null, problem: null },
        { uniqueKeys: [], foreignKeys: [], referencedBy: [] },
        table,
      ),
    );
    await manager.save(columns.map((column, index) => found(column, { runId, tableId, ordinal: index + 1 })));
  }
  return runId;
}

function found(
  { label, ...column }: FoundColumn,
  place: Pick<DiscoveryResult, 'runId' | 'tableId' | 'ordinal'>,
): DiscoveryResult {
  const match = { label: label ?? null, description: `A ${label}`, categories: ['PII'] as const };
  const matches =
    label === undefined
      ? []
      : [{ ...match, flaggedBy: 'Metadata Discovery' as const, hitRatio: null, score: 0.9 }];
  return Object.assign(
    new DiscoveryResult(),
    { dataType: 'text', valueKind: 'text', nullable: true, writable: true, maxLength: null },
    { numericPrecision: null, numericScale: null, safeDataPreview: null, matches },
    column,
    place,
  );
}

import type { ColumnShape, TableShape } from '../../engine/index.js';
import type { DatabaseSession, TableDescription } from './database-adapter.js';

/** The described table as the engine wants to see it: names as written are folded by the session that described it. */
export function tableShape(
  session: Pick<DatabaseSession, 'foldIdentifier' | 'foldColumnName'>,
  description: TableDescription,
): TableShape {
  const byName = new Map<string, ColumnShape>(
    description.columns.map((column) => [session.foldColumnName(column.name), column]),
  );
  return {
    columns: description.columns,
    find: (written) => byName.get(session.foldIdentifier(written)),
  };
}

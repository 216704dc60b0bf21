import { DatabaseError } from '../../adapters/databases/index.js';
import type { DatabaseSession, TableName } from '../../adapters/databases/index.js';
import { debug, info } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';

/** What the server keeps about masked tables holds old values: it is asked to look again. That never fails a task. */
export async function renewStatistics(
  session: DatabaseSession,
  title: string,
  tables: readonly TableName[],
): Promise<readonly LogLine[]> {
  const lines: LogLine[] = [];
  for (const table of tables) {
    const name = `"${table.schema}"."${table.table}"`;
    try {
      await session.renewStatistics?.(table);
      lines.push(
        ...(session.renewStatistics === undefined
          ? []
          : [debug(`${title}: statistics of ${name} are renewed`)]),
      );
    } catch (error) {
      if (!(error instanceof DatabaseError)) {
        throw error;
      }
      const until = 'until the server renews them by itself they may hold values from before';
      lines.push(info(`${title}: statistics of ${name} are not renewed (${error.message}): ${until}`));
    }
  }
  return lines;
}

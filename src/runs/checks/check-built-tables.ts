import { DatabaseError } from '../../adapters/databases/index.js';
import type {
  BuildOrder,
  DatabaseSession,
  TableDescription,
  TargetColumn,
} from '../../adapters/databases/index.js';
import type { BuildTempTableTask, Task } from '../../engine/index.js';
import { buildOrder } from '../work/build-table.js';
import type { BuiltDescriptions } from '../work/live-table.js';
import { failure } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { isDoneBefore } from '../ledger/task-order.js';

interface Known {
  readonly path: string;
  readonly order: BuildOrder;
  readonly description: TableDescription;
}

/** The tables that a run is going to build, as far as the check has come. */
export class BuiltTables {
  private readonly known: Known[] = [];

  /** What is there when a task begins. */
  before(tasks: readonly Task[], path: string): BuiltDescriptions {
    return new Map(this.earlier(tasks, path).map(({ order, description }) => [order.name, description]));
  }

  async check(
    session: DatabaseSession,
    tasks: readonly Task[],
    task: BuildTempTableTask,
    place: string,
  ): Promise<readonly LogLine[]> {
    const order = buildOrder(session, task, '');
    const shown = `"${order.name}"`;
    if (this.known.some(({ order: { name } }) => name === order.name)) {
      return [failure(`${place}the table ${shown} is built twice`)];
    }
    if (session.changes === null) {
      return [failure(`${place}tables cannot be built on this database yet`)];
    }
    if ((await session.resolveTable(task.table)) !== null) {
      return [failure(`${place}there is a table ${shown} already: name one that does not exist`)];
    }
    try {
      const earlier = this.earlier(tasks, task.path).map(({ order: before }) => before);
      const columns = await session.changes.describeQuery(task.select, earlier);
      this.known.push({ path: task.path, order, description: describe(order, columns) });
      return [];
    } catch (error) {
      if (error instanceof DatabaseError && !error.transient) {
        return [failure(`${place}the query is not usable: ${error.message}`)];
      }
      throw error;
    }
  }

  private earlier(tasks: readonly Task[], path: string): readonly Known[] {
    return this.known.filter((known) => isDoneBefore(tasks, known.path, path));
  }
}

function describe({ name }: BuildOrder, columns: readonly TargetColumn[]): TableDescription {
  return {
    ...{ name: { schema: '', table: name }, columns, primaryKey: [], uniqueKeys: [], partitionColumns: [] },
    ...{ updateTriggers: [], updateRules: [], estimatedRows: 0, canSelect: true, canUpdate: false },
    ...{ relationKind: 'table', rowSecurityApplies: false, refusal: null },
  };
}

import { DatabaseError } from '../../adapters/databases/index.js';
import type { DatabaseSession, TableDescription, TableName } from '../../adapters/databases/index.js';
import { checkUniqueCapacity } from '../../engine/index.js';
import type {
  BuildTempTableTask,
  CompiledTableMask,
  MaskTableTask,
  MaskUniqueKeyTask,
  Problem,
  Ruleset,
  RunSqlTask,
  TruncateTableTask,
} from '../../engine/index.js';
import { refuseEmptying } from './check-emptying.js';
import { refuseDealing } from './check-dealing.js';
import { aboutDerived } from './check-derived.js';
import { aboutIndexes, dropsIndexes } from './check-indexes.js';
import { KeyChecks } from './check-keys.js';
import { NO_TABLE } from './checked-task.js';
import type { CheckedTask } from './checked-task.js';
import { checkUniqueKey } from './check-unique-key.js';
import { missingColumnRights, missingWriteRight } from './check-rights.js';
import type { LiveTable } from '../work/live-table.js';
import { aboutRowAddress, isByAddress, withoutKey } from './check-row-address.js';
import { checkJoins } from './check-joins.js';
import { planKeyRules } from '../keys/key-plan.js';
import { keyRules, numbersRows, refuseKeyRules, rowTask } from '../keys/key-rules.js';
import { at, guarded, shown } from './guarded-check.js';
import { readLiveTable } from '../work/live-table.js';
import { BuiltTables } from './check-built-tables.js';
import { checkRewrite } from './check-rewrite.js';
import type { RewriteCheck } from './check-rewrite.js';
import { aboutTriggers } from './check-triggers.js';
import { failure, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { flatTasks, said } from '../work/run-masking.js';
import type { RunMasking } from '../work/run-masking.js';
import { isRewriting } from '../run-options.js';
import type { Run } from '../run.entity.js';
import { ROWS_PER_PARTITION } from '../work/split-table.js';
import { scanJoins } from '../walk/table-scan.js';
import { isDoneBefore } from '../ledger/task-order.js';

/**
 * Checks single tasks, in document order, against the live catalog. Collects everything it finds, in dry runs too; reads,
 * never writes.
 */
export class TaskCheck {
  private readonly built = new BuiltTables();
  private readonly emptied: { readonly path: string; readonly table: TableName }[] = [];

  readonly keys: KeyChecks;

  constructor(
    private readonly run: Run,
    private readonly ruleset: Ruleset,
    private readonly masking: RunMasking,
    private readonly session: DatabaseSession,
  ) {
    this.keys = new KeyChecks(session, ruleset.autoManageTriggers);
  }

  truncateTable(task: TruncateTableTask): Promise<CheckedTask> {
    return guarded(task, () => this.emptying(task));
  }

  maskTable(task: MaskTableTask): Promise<CheckedTask> {
    return guarded(task, () => this.masked(task));
  }

  uniqueKey(task: MaskUniqueKeyTask): Promise<CheckedTask> {
    return guarded(task, async () => {
      const context = await this.masking.context(this.run);
      return { ...NO_TABLE, ...(await checkUniqueKey(task, this.session, this.keys, context)) };
    });
  }

  buildTempTable(task: BuildTempTableTask, isReadOnly: boolean): Promise<CheckedTask> {
    return guarded(task, async () => {
      const { session, ruleset } = this;
      const lines = isReadOnly
        ? [failure(`${at(task)}the connection is read-only: a table cannot be built on it`)]
        : await this.built.check(session, ruleset.tasks, task, at(task));
      return { ...NO_TABLE, lines };
    });
  }

  runSql(task: RunSqlTask): CheckedTask {
    const problem = this.session.statementProblem(task.sql);
    return { ...NO_TABLE, lines: problem === null ? [] : [failure(`${at(task)}${problem}`)] };
  }

  private async emptying(task: TruncateTableTask): Promise<CheckedTask> {
    const name = await this.session.resolveTable(task.table);
    if (name === null) {
      return { ...NO_TABLE, lines: [failure(`${at(task)}there is no table ${shown(task.table)}`)] };
    }
    const { relationKind, rowSecurityApplies } = await this.session.describeTable(name);
    if (relationKind !== 'table' && relationKind !== 'partitioned_table') {
      const text = `${at(task)}${kindSaid(relationKind)} cannot be emptied`;
      return { ...NO_TABLE, table: name, lines: [failure(text)] };
    }
    const { tasks } = this.ruleset;
    const lines = refuseEmptying({
      place: at(task),
      facts: await this.session.describeEmptying(name),
      rowSecurityApplies,
      emptied: this.emptied
        .filter(({ path }) => isDoneBefore(tasks, path, task.path))
        .map(({ table }) => table),
      afterStatements: flatTasks(tasks).some(
        ({ kind, path }) => kind === 'run_sql' && isDoneBefore(tasks, path, task.path),
      ),
      dryRun: this.run.options.dryRun,
    });
    this.emptied.push({ path: task.path, table: name });
    return { ...NO_TABLE, table: name, lines };
  }

  private async masked(task: MaskTableTask): Promise<CheckedTask> {
    const built = this.built.before(this.ruleset.tasks, task.path);
    const table = await readLiveTable(this.session, task, built);
    if (table === null) {
      return { ...NO_TABLE, lines: [failure(`${at(task)}there is no table ${shown(task.table)}`)] };
    }
    const { mask, problems } = await this.masking.compile(this.run, task, table);
    const writing = await this.writing(task, table, mask);
    const lines = [
      ...this.checkRelation(task, table.description),
      ...problems.map(problemLine),
      ...(await this.checkKeys(task, table)),
      ...aboutDerived(task, table),
      ...this.aboutForeignKeys(rowTask(task, table), table),
      ...(mask === null ? [] : missingColumnRights(at(task), table, mask, this.run.options.dryRun)),
      ...(await this.checkWhere(task, table.description.name)),
      ...(mask === null ? [] : refuseDealing(task, table, mask, this.session)),
      ...(mask === null ? [] : await checkJoins(this.session, table, task, { mask, built })),
      ...writing.lines,
      ...aboutIndexes(at(task), this.ruleset, this.session),
    ];
    if (mask !== null && (isByAddress(task, table) || lines.every(isHarmless))) {
      lines.push(...(await this.checkKey(task, table, mask.readColumns.slice(0, mask.keyCount))));
    }
    const { name } = table.description;
    if (!lines.every(isHarmless)) {
      return { ...NO_TABLE, table: name, lines };
    }
    const plan = await this.plan(task, table, { mask, joinsExist: built.size === 0 });
    const tooSmall = numbersRows(task, table)
      ? checkUniqueCapacity(rowTask(task, table), plan.rowsTotal ?? 0)
      : [];
    return { lines: [...lines, ...tooSmall.map(problemLine)], table: name, ...plan, locks: writing.locks };
  }

  /** What writing the table means, in place or anew. */
  private async writing(
    task: MaskTableTask,
    table: LiveTable,
    mask: CompiledTableMask | null,
  ): Promise<RewriteCheck> {
    const writes = mask !== null && mask.writeColumns.length > 0;
    return writes && this.run.options.writeMode === 'rewrite'
      ? checkRewrite(this.session, task, table, { mask, place: at(task) })
      : { lines: await this.triggers(task, table.description), locks: [] };
  }

  /** How a table without faults is going to be masked. */
  private async plan(
    task: MaskTableTask,
    table: LiveTable,
    { mask, joinsExist }: { readonly mask: CompiledTableMask | null; readonly joinsExist: boolean },
  ): Promise<Omit<CheckedTask, 'lines' | 'table'>> {
    const { name, estimatedRows, updateTriggers } = table.description;
    const splits = !this.isInOne(task, table) && estimatedRows > 1.5 * ROWS_PER_PARTITION;
    const joins = joinsExist ? scanJoins(table, task) : [];
    const rowsTotal = splits ? estimatedRows : await this.session.countRows(name, task.where, joins);
    const masksRows = mask !== null && mask.writeColumns.length > 0;
    const managesTriggers =
      masksRows && this.ruleset.autoManageTriggers && this.changesInPlace() && updateTriggers.length > 0;
    const managesIndexes = masksRows && dropsIndexes(this.ruleset, this.session, this.run);
    const rewritesKeys = keyRules(task, table).length > 0;
    const dealsColumns = mask !== null && mask.shuffles.length > 0;
    const found = { rowsTotal: this.capped(rowsTotal), splits, masksRows, rewritesKeys };
    return { ...found, managesTriggers, managesIndexes, dealsColumns };
  }

  /** Is the table walked as a whole, by one worker? */
  private isInOne(task: MaskTableTask, table: LiveTable): boolean {
    const { options } = this.run;
    const wantsOne = isRewriting(options) || options.maxRows !== null;
    return wantsOne || isByAddress(task, table) || numbersRows(task, table);
  }

  private changesInPlace(): boolean {
    return !this.run.options.dryRun && !isRewriting(this.run.options);
  }

  private async checkKeys(task: MaskTableTask, table: LiveTable): Promise<readonly LogLine[]> {
    this.keys.noteRules(task, table);
    const lines = [...refuseKeyRules(task, table)];
    if (keyRules(task, table).length > 0) {
      const context = await this.masking.context(this.run);
      lines.push(...(await this.keys.check(task, await planKeyRules(this.session, task, table, context))));
      if (this.run.options.maxRows !== null) {
        lines.push(
          warning('max_rows', `${at(task)}max_rows does not hold for keys: they are masked in all rows`),
        );
      }
    }
    return lines;
  }

  private capped(rows: number): number {
    return this.run.options.maxRows === null ? rows : Math.min(rows, this.run.options.maxRows);
  }

  private checkRelation(task: MaskTableTask, table: TableDescription): LogLine[] {
    const lines: LogLine[] = [];
    const { relationKind, updateRules } = table;
    if (relationKind !== 'table' && relationKind !== 'partitioned_table') {
      lines.push(failure(`${at(task)}${kindSaid(relationKind)} cannot be masked; name the table behind it`));
    }
    if (table.refusal !== null) {
      lines.push(failure(`${at(task)}${table.refusal}`));
    }
    if (!table.canSelect) {
      lines.push(failure(`${at(task)}permission denied: the database user may not read the table`));
    }
    if (!table.canUpdate) {
      const text = `${at(task)}permission denied: the database user may not update the table`;
      lines.push(missingWriteRight(text, this.run.options.dryRun));
    }
    if (updateRules.length > 0) {
      const names = updateRules.map((name) => `"${name}"`).join(', ');
      const text = `the table has an UPDATE rule named ${names}, which decides what an update does`;
      lines.push(failure(`${at(task)}${text}: drop or disable it`));
    }
    if (table.rowSecurityApplies) {
      const text = 'row-level security hides rows from the database user: use one with BYPASSRLS';
      lines.push(failure(`${at(task)}${text}`));
    }
    return lines;
  }

  private async triggers(
    task: MaskTableTask,
    { name, updateTriggers }: TableDescription,
  ): Promise<readonly LogLine[]> {
    const off = this.ruleset.autoManageTriggers && updateTriggers.length > 0;
    const { changes } = this.session;
    if (off && changes === null) {
      return [failure(`${at(task)}auto_manage_triggers is not supported yet on this database`)];
    }
    const states = off && changes !== null ? await changes.readTriggers(name) : [];
    return aboutTriggers(at(task), updateTriggers, off ? states : null);
  }

  private aboutForeignKeys(task: MaskTableTask, table: LiveTable): LogLine[] {
    return task.rules.flatMap((rule) => {
      const column = table.find(rule.column);
      return column?.inForeignKey === true
        ? [
            warning(
              'foreign_key',
              `${at(rule)}column "${column.name}" takes part in a foreign key: unless its new values exist on the other side, use imitate_unique, imitate_uuid or imitate_nz_ird, which change both sides`,
            ),
          ]
        : [];
    });
  }

  private async checkWhere(task: MaskTableTask, table: TableName): Promise<LogLine[]> {
    if (task.where === null) {
      return [];
    }
    try {
      await this.session.checkWhere(table, task.where);
      return [];
    } catch (error) {
      if (error instanceof DatabaseError && !error.transient) {
        return [failure(`${at(task)}${error.message}`)];
      }
      throw error;
    }
  }

  /** A key that is not one would leave rows out or mask others' rows. */
  private async checkKey(
    task: MaskTableTask,
    table: LiveTable,
    key: readonly string[],
  ): Promise<readonly LogLine[]> {
    const { name, updateTriggers } = table.description;
    if (isByAddress(task, table)) {
      const areSilent = this.ruleset.autoManageTriggers || isRewriting(this.run.options);
      return aboutRowAddress(at(task), task, areSilent ? [] : updateTriggers);
    }
    const names = key.map((column) => `"${column}"`).join(', ');
    const { nulls, duplicates } = await this.session.checkKey(name, key);
    const instead = withoutKey(this.session.rowAddress);
    const lines: LogLine[] = [];
    if (nulls) {
      const text = `the key (${names}) holds NULLs, so it does not identify every row${instead}`;
      lines.push(failure(`${at(task)}${text}`));
    }
    if (duplicates) {
      const text = `the key (${names}) holds duplicates, so it does not identify one row${instead}`;
      lines.push(failure(`${at(task)}${text}`));
    }
    return lines;
  }
}

export function isHarmless(line: LogLine): boolean {
  return line.level < failure('').level;
}

function problemLine(problem: Problem): LogLine {
  return problem.severity === 'error' ? failure(said(problem)) : warning(problem.code, said(problem));
}

function kindSaid(kind: TableDescription['relationKind']): string {
  return kind === 'other' ? 'this kind of relation' : `a ${kind.replace('_', ' ')}`;
}

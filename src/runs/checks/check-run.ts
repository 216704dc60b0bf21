import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { DatabaseSession, TableName } from '../../adapters/databases/index.js';
import type { Ruleset, Task, TaskKind } from '../../engine/index.js';
import { FirstContact } from '../ledger/back-off.js';
import type { BackOff } from '../ledger/back-off.js';
import { endAfterCheckError, failedCheck } from './check-end.js';
import { isHarmless, TaskCheck } from './check-table.js';
import { CheckTools } from './check-tools.js';
import { NO_TABLE } from './checked-task.js';
import type { CheckedTask } from './checked-task.js';
import { LOCK_WAIT_MS } from './guarded-check.js';
import { parallelClashes } from './parallel-clashes.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { PartitionFailure } from '../work/partition-failure.js';
import { endAfterStop } from '../work/partition-job.js';
import type { PartitionJob, PartitionWorker } from '../work/partition-job.js';
import { failure, info, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { flatTasks, said } from '../work/run-masking.js';
import { RunTask } from '../ledger/run-task.entity.js';
import { Run } from '../run.entity.js';
import { shownTable } from '../shown-table.js';
import { TargetAccess } from '../work/target-access.js';

interface CheckedRuleset {
  readonly tasks: readonly { readonly node: Task; readonly found: CheckedTask }[];
  readonly lines: readonly LogLine[];
}

/** Tasks that change nothing in the target. */
const READ_ONLY_KINDS: ReadonlySet<TaskKind> = new Set<TaskKind>([
  'parallel',
  'serial',
  'run_schema_discovery',
  'run_data_discovery',
]);

const NOTHING_FOUND: CheckedTask = { ...NO_TABLE, lines: [] };

/**
 * `check_run`: everything that can be known to go wrong is found, and told, before the first write. Then the ledger
 * gets its tasks, and the target its bookkeeping table.
 */
@Injectable()
export class CheckRun implements PartitionWorker {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly targets: TargetAccess,
    private readonly tools: CheckTools,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const contact = new FirstContact(job.watch, job.partition.interrupted);
    for (;;) {
      try {
        return await this.check(job, contact.make);
      } catch (error) {
        const last = await lastError(error, contact.backOff);
        if (last !== null || job.watch.stopReason !== null) {
          return endAfterCheckError(job, contact.isMade ? (last ?? error) : error);
        }
      }
    }
  }

  private async check(job: PartitionJob, isThere: () => void): Promise<PartitionEnd | 'lost'> {
    const { ruleset, problems } = await this.tools.masking.ruleset(job.run);
    if (await this.dataSource.manager.existsBy(RunTask, { runId: job.run.id })) {
      return this.resume(job, ruleset);
    }
    const lines: LogLine[] = problems.map((problem) => warning(problem.code, said(problem)));
    const checked = await this.targets.reading(
      job,
      async (session) => {
        isThere();
        lines.unshift(info(`Target: ${session.serverVersion}`));
        const found = await this.checkTasks(job, ruleset, session);
        lines.push(...(await this.tools.discovery.coverage(job.run, ruleset, session)));
        return found;
      },
      { lockWaitMs: LOCK_WAIT_MS },
    );
    if (job.watch.stopReason !== null) {
      return endAfterStop(job.watch.stopReason);
    }
    lines.push(...checked.lines);
    const errors = lines.filter((line) => !isHarmless(line));
    if (errors.length > 0) {
      return failedCheck(lines, errors);
    }
    lines.push(...(await this.prepareTarget(job, ruleset, checked)));
    return { status: 'finished', lines, also: (manager) => writeTasks(manager, job, checked) };
  }

  /** The run was checked before, and has changed the target since: each task looks at its own table again. */
  private async resume(job: PartitionJob, ruleset: Ruleset): Promise<PartitionEnd> {
    const tasks = flatTasks(ruleset.tasks).map((node) => ({ node, found: NOTHING_FOUND }));
    const lines = await this.prepareTarget(job, ruleset, { tasks, lines: [] });
    return { status: 'finished', lines: [info('The run goes on where it broke off'), ...lines] };
  }

  private async checkTasks(
    job: PartitionJob,
    ruleset: Ruleset,
    session: DatabaseSession,
  ): Promise<CheckedRuleset> {
    const { connection } = await this.targets.of(job.run);
    const check = new TaskCheck(job.run, ruleset, this.tools.masking, session);
    const tasks: { node: Task; found: CheckedTask }[] = [];
    for (const node of flatTasks(ruleset.tasks)) {
      if (job.watch.stopReason !== null) {
        break;
      }
      tasks.push({ node, found: await this.checkTask(check, node, connection.isReadOnly) });
    }
    const clashes = parallelClashes(
      ruleset.tasks,
      new Map(
        tasks.map(({ node, found }) => [node.path, [...tablesOf(found), ...check.keys.tablesOf(node.path)]]),
      ),
    );
    const lines = [
      ...tasks.flatMap(({ found }) => found.lines),
      ...check.keys.aboutFollowers(),
      ...clashes.map(failure),
    ];
    return { tasks, lines };
  }

  private checkTask(check: TaskCheck, node: Task, isReadOnly: boolean): Promise<CheckedTask> {
    switch (node.kind) {
      case 'mask_table':
        return check.maskTable(node);
      case 'truncate_table':
        return check.truncateTable(node);
      case 'mask_unique_key':
        return check.uniqueKey(node);
      case 'build_temp_table':
        return check.buildTempTable(node, isReadOnly);
      case 'run_sql':
        return Promise.resolve(check.runSql(node));
      case 'parallel':
      case 'serial':
        return Promise.resolve(NOTHING_FOUND);
      case 'run_schema_discovery':
      case 'run_data_discovery':
        return Promise.resolve({
          ...NOTHING_FOUND,
          lines: this.tools.discovery
            .problems(node)
            .map((problem) => failure(`line ${node.at.line}, column ${node.at.column}: ${problem}`)),
        });
      default:
        return Promise.resolve({ ...NOTHING_FOUND, lines: [notSupported(node)] });
    }
  }

  /** Creates the bookkeeping table, last of all: our own database knows its name before the target has it. */
  private async prepareTarget(
    job: PartitionJob,
    ruleset: Ruleset,
    { tasks }: CheckedRuleset,
  ): Promise<readonly LogLine[]> {
    const { run } = job;
    const writes = flatTasks(ruleset.tasks).some(({ kind }) => !READ_ONLY_KINDS.has(kind));
    if (run.options.dryRun || !writes) {
      return [];
    }
    const name = run.progressTable ?? (await this.progressName(run.id));
    await this.dataSource.manager.update(Run, { id: run.id }, { progressTable: name });
    if (await this.targets.writing(job, (session) => session.createProgressTable({ name }))) {
      return [];
    }
    await this.dataSource.manager.update(
      Run,
      { id: run.id },
      { progressTable: null, keepsCursorsHere: true },
    );
    const building = tasks.find(({ node, found }) => node.kind === 'build_temp_table' || found.dealsColumns);
    if (building !== undefined) {
      const { line } = building.node.at;
      const reason = building.found.dealsColumns === true ? 'secure_shuffle' : 'build_temp_table';
      throw new PartitionFailure(
        'permission_denied',
        `line ${line}: The database user may not create tables (${reason}).`,
      );
    }
    const text =
      'the database user may not create tables, so the position is kept outside the target: if a worker or the ' +
      'connection is lost while a batch is being written, the task fails, because that batch is uncertain';
    return [warning('no_bookkeeping', text)];
  }

  private async progressName(runId: number): Promise<string> {
    const installation = (await this.tools.installation.installationId()).replaceAll('-', '').slice(0, 12);
    return `vizard_progress_${installation}_${runId}`;
  }
}

/** Null, after a pause: the check may be tried again. */
async function lastError(error: unknown, backOff: BackOff): Promise<unknown> {
  try {
    await backOff.afterError(error);
    return null;
  } catch (final) {
    return final;
  }
}

function tablesOf({ table, locks }: CheckedTask): readonly TableName[] {
  return [...(table === null ? [] : [table]), ...(locks ?? [])];
}

function notSupported(node: Task): LogLine {
  const { line, column } = node.at;
  return failure(`line ${line}, column ${column}: runs do not support the task ${node.kind} yet`);
}

async function writeTasks(
  manager: EntityManager,
  job: PartitionJob,
  { tasks }: CheckedRuleset,
): Promise<void> {
  const { dryRun, maxRows } = job.run.options;
  const rows = tasks.map(({ node, found }, ordinal): Partial<RunTask> => {
    const isTable = node.kind === 'mask_table';
    return {
      runId: job.run.id,
      ordinal,
      path: node.path,
      kind: node.kind,
      title: titleOf(node, found),
      status: 'pending',
      workers: isTable ? node.workers : null,
      splits: found.splits,
      masksRows: found.masksRows,
      rewritesKeys: found.rewritesKeys,
      managesTriggers: found.managesTriggers ?? false,
      managesIndexes: found.managesIndexes ?? false,
      dealsColumns: found.dealsColumns ?? false,
      verifies: isTable && found.masksRows && !dryRun && maxRows === null,
      rowsTotal: found.rowsTotal,
    };
  });
  if (rows.length > 0) {
    await manager.insert(RunTask, rows);
  }
}

function titleOf(node: Task, { table }: CheckedTask): string {
  if (node.kind === 'build_temp_table') {
    return `${node.kind} ${node.table}`;
  }
  return table === null ? node.kind : `${node.kind} ${shownTable(table)}`;
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError, NotAllowedError, NotFoundError } from '../common/errors/domain-error.js';
import { currentTraceParent } from '../common/tracing/tracing.js';
import { transaction } from '../database/transaction.js';
import { LicenseState } from '../license/license-state.js';
import { toRunResponse } from './dto/run.response.js';
import type { RunResponse } from './dto/run.response.js';
import { reopenFiles } from './files/reopen-files.js';
import { info } from './run-log-lines.js';
import { RunRecorder } from './run-recorder.js';
import { mayMove } from './run-status.js';
import { RunWakeUps } from './ledger/run-wake-ups.js';
import { Run } from './run.entity.js';

/** Tasks that come again: those that failed, were stopped, or never started. */
const OPEN_TASKS = `SELECT id FROM run_task WHERE run_id = $1 AND status IN ('failed', 'stopped', 'skipped')`;

const OLD_RULESET =
  'The ruleset was changed after this run was created. The retry goes on with the text as it was: a new run takes the new one.';

/** Takes up a failed run where it broke off: finished tasks stay done, and a table goes on behind its last batch. */
@Injectable()
export class RunRetriesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly license: LicenseState,
    private readonly recorder: RunRecorder,
    private readonly wakeUps: RunWakeUps,
    private readonly audit: AuditService,
  ) {}

  async retry(user: AuthenticatedUser, id: number): Promise<RunResponse> {
    const refusal = this.license.refusal();
    if (refusal !== null) {
      throw new NotAllowedError(refusal);
    }
    const run = await transaction(this.dataSource, async (manager) => {
      const held = await manager.findOne(Run, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (held === null) {
        throw new NotFoundError();
      }
      await this.prepare(manager, held);
      const asked = info(`Retry asked for by ${user.username}`);
      const changed = (await isRulesetChanged(manager, id)) ? [info(OLD_RULESET)] : [];
      await this.recorder.add(manager, id, [asked, ...changed]);
      const description = `Retry of run ${id} "${held.name}": ruleset "${held.rulesetName}" on connection "${held.connectionName}"`;
      await this.audit.record({ user, category: 'run', action: 'started', description }, manager);
      return manager.findOneByOrFail(Run, { id });
    });
    await this.wakeUps.advance(id);
    return toRunResponse(run);
  }

  private async prepare(manager: EntityManager, run: Run): Promise<void> {
    if (!mayMove(run.status, 'queued')) {
      throw refused(`it is ${run.status.replaceAll('_', ' ')}, and only a failed run can go on`);
    }
    const helper = await helperTable(manager, run.id);
    if (helper !== null) {
      throw refused(`${helper} needs a helper table that was dropped at its end. Start from a fresh copy`);
    }
    if (!(await this.recorder.resume.restore(manager, run))) {
      const other = run.maskType === 'file' ? 'written to its destination' : 'worked on its database';
      const text =
        `where it stood is not known any more: another run has ${other} since, it was ended by force, or ` +
        'it ended more than a week ago. Start a new run';
      throw refused(text);
    }
    await manager.update(Run, { id: run.id }, { traceParent: currentTraceParent() });
    await (run.maskType !== 'database' ? reopenFiles(manager, run.id) : reopen(manager, run.id));
  }
}

function refused(reason: string): InvalidInputError {
  return new InvalidInputError(`The run cannot be retried: ${reason}.`);
}

async function isRulesetChanged(manager: EntityManager, runId: number): Promise<boolean> {
  const found = await manager.query<unknown[]>(
    `SELECT 1 FROM run JOIN ruleset ON ruleset.id = run.ruleset_id
     WHERE run.id = $1 AND ruleset.config_yaml <> run.ruleset_text`,
    [runId],
  );
  return found.length > 0;
}

/** A task whose helper table cannot be made again, because what it was made from is partly masked; null: none. */
async function helperTable(manager: EntityManager, runId: number): Promise<string | null> {
  const [found] = await manager.query<{ title: string }[]>(
    `SELECT title FROM run_task AS task WHERE run_id = $1 AND (
       (kind = 'build_temp_table' AND status = 'finished')
       OR (deals_columns AND status IN ('failed', 'stopped') AND EXISTS (
         SELECT 1 FROM run_partition WHERE task_id = task.id AND kind = 'mask_rows')))
     ORDER BY ordinal LIMIT 1`,
    [runId],
  );
  return found?.title ?? null;
}

/**
 * Parts of tables wait for a worker again, and their tasks run on; all else that was not finished is begun anew. Triggers
 * and indexes were put back at the end, so they are taken away once more.
 */
async function reopen(manager: EntityManager, runId: number): Promise<void> {
  const change = (sql: string): Promise<unknown> => manager.query(sql, [runId]);
  await change(
    `DELETE FROM run_partition WHERE run_id = $1 AND (kind IN ('check_run', 'clean_up') OR (
       task_id IN (${OPEN_TASKS}) AND kind <> 'mask_rows'
       AND (status <> 'finished' OR kind = 'restore_triggers')))`,
  );
  await change(
    `UPDATE run_partition SET status = 'waiting', attempts = 0, error_code = NULL, error_message = NULL,
       claim_token = NULL, not_before = NULL, end_time = NULL
     WHERE run_id = $1 AND kind = 'mask_rows' AND status <> 'finished' AND task_id IN (${OPEN_TASKS})`,
  );
  await change(
    `UPDATE run_partition SET status = 'waiting', attempts = 0, end_time = NULL
     WHERE run_id = $1 AND kind = 'split_table' AND task_id IN (
       SELECT id FROM run_task WHERE (manages_triggers OR manages_indexes) AND id IN (${OPEN_TASKS}))`,
  );
  // What was written between the end and now was written by others, and is none of the run's business.
  await change(
    `UPDATE run_task AS task SET baseline = baseline || '{"counters": null}'::jsonb, end_time = NULL,
       error_code = NULL, error_message = NULL,
       status = CASE WHEN EXISTS (SELECT 1 FROM run_partition WHERE task_id = task.id)
         THEN 'running' ELSE 'pending' END
     WHERE id IN (${OPEN_TASKS})`,
  );
  await change(`UPDATE run SET status = 'queued', error_message = NULL, end_time = NULL WHERE id = $1`);
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { transaction } from '../../database/transaction.js';
import { FailRun } from './fail-run.js';
import { LedgerKeeper } from './ledger-keeper.js';
import { Run } from '../run.entity.js';
import { decideRun } from './run-decision.js';
import { RunRecorder } from '../run-recorder.js';
import { isFinal } from '../run-status.js';
import type { RunStatus } from '../run-status.js';
import { RunWakeUps } from './run-wake-ups.js';
import type { WakeUp } from './run-wake-ups.js';
import { traceEndedRun } from '../trace-run.js';

/** More rounds than any ruleset needs: a decision that never settles is a fault, not a reason to spin. */
const MAX_ROUNDS = 10_000;

/** One short, idempotent step of a run: lock its row, read the ledger, decide, act. Never waits for work. */
@Injectable()
export class AdvanceRun {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly recorder: RunRecorder,
    private readonly wakeUps: RunWakeUps,
    private readonly failRun: FailRun,
  ) {}

  async advance(runId: number): Promise<void> {
    const wakeUps = await this.failRun.unless(() => this.step(runId), {
      what: 'when the next step of the run was decided',
      runId: () => Promise.resolve(runId),
    });
    // Sent after the commit: a worker that is faster than us must find what it is woken for.
    await this.wakeUps.send(wakeUps ?? []);
  }

  private async step(runId: number): Promise<readonly WakeUp[]> {
    const moved: RunStatus[] = [];
    const mailIds: string[] = [];
    const wakeUps = await transaction(this.dataSource, async (manager) => {
      const run = await manager.findOne(Run, { where: { id: runId }, lock: { mode: 'pessimistic_write' } });
      if (run === null || isFinal(run.status)) {
        return [];
      }
      const before = run.status;
      const keeper = new LedgerKeeper(manager, run, this.recorder);
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const actions = decideRun(await keeper.read());
        if (actions.length === 0) {
          await keeper.sayWaiting();
          moved.push(...(run.status === before ? [] : [run.status]));
          mailIds.push(...(isFinal(run.status) ? await this.recorder.notices.post(runId, manager) : []));
          // Nothing changed: somebody may have died after the change and before the wake-ups. Sent twice is sent once.
          return round === 0 ? keeper.pendingPartitions() : keeper.wakeUps;
        }
        await keeper.apply(actions);
      }
      throw new Error(`The decision about run ${runId} does not settle.`);
    });
    moved.forEach((status) => this.recorder.tellServer(runId, status));
    if (moved.some(isFinal)) {
      await traceEndedRun(this.dataSource.manager, runId);
    }
    await this.recorder.notices.send(mailIds);
    return wakeUps;
  }
}

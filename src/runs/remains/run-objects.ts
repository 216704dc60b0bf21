import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, IsNull } from 'typeorm';
import type { DataSource } from 'typeorm';
import { DatabaseError } from '../../adapters/databases/index.js';
import type {
  DatabaseSession,
  IndexChanges,
  IndexState,
  KeptStatistics,
  TargetChanges,
} from '../../adapters/databases/index.js';
import { Logger } from '../../common/logging/logger.js';
import { transaction } from '../../database/transaction.js';
import { PartitionFailure } from '../work/partition-failure.js';
import { info, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { holdRun } from '../ledger/hold-run.js';
import { RunObject } from '../ledger/run-object.entity.js';
import type { ObjectDefinition } from '../ledger/run-object.entity.js';
import { RunRecorder } from '../run-recorder.js';
import { OCCUPYING_RUN_STATUSES, UNFINISHED_RUN_STATUSES } from '../run-status.js';
import { Run } from '../run.entity.js';
import { shownTable } from '../shown-table.js';
import { keptLine } from '../work/kept-statistics.js';
import { TargetAccess } from '../work/target-access.js';

/** Minutes until an index that the database refuses to build is tried once more: each time all of its rows are read. */
const PAUSES = [1, 5, 20, 60, 240];

/** Knows what runs changed in their targets for a while, and changes it back, however often asked. */
@Injectable()
export class RunObjects {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly targets: TargetAccess,
    private readonly recorder: RunRecorder,
    private readonly logger: Logger,
  ) {}

  /** Call it before the target is touched. What is noted already stays as it was noted first. */
  async note(runId: number, taskId: number | null, definitions: readonly ObjectDefinition[]): Promise<void> {
    const known = new Set((await this.of(runId, taskId)).map(({ definition }) => nameOf(definition)));
    const fresh = definitions.filter((definition) => !known.has(nameOf(definition)));
    await this.dataSource.manager.insert(
      RunObject,
      fresh.map((definition) => ({ runId, taskId, definition })),
    );
  }

  /** Of indexes that are as they were. */
  async forgetIndexes(runId: number, taskId: number, indexes: readonly IndexState[]): Promise<void> {
    const names = new Set(indexes.map((index) => nameOf({ kind: 'index', index })));
    const objects = (await this.of(runId, taskId)).filter(({ definition }) => names.has(nameOf(definition)));
    await this.dataSource.manager.delete(RunObject, { id: In(objects.map(({ id }) => id)) });
  }

  /**
   * Of one task, or with `all` of the whole run; gives the names of what is as it was. Throws what the database says
   * against the first that stays, but not for indexes that cannot be built: the log tells of them, and they can wait.
   */
  async undo(session: DatabaseSession, runId: number, which: number | 'all'): Promise<readonly string[]> {
    const objects = which === 'all' ? await this.ofRun(runId) : await this.of(runId, which);
    const undone: string[] = [];
    let refusal: unknown = null;
    for (const object of objects.filter(isDue)) {
      try {
        await this.settle(object, await undoOne(session, object.definition));
        undone.push(nameOf(object.definition));
      } catch (error) {
        refusal ??= (await this.postpone(object, error)) ? null : error;
      }
    }
    if (refusal !== null) {
      throw refusal as Error;
    }
    return undone;
  }

  /** Opens the run's target, changes everything back, and does what else has to be done there. */
  async windUp(run: Run, work: (session: DatabaseSession) => Promise<void>): Promise<readonly string[]> {
    return this.targets.inSession(run, async (session) => {
      const undone = await this.undo(session, run.id, 'all');
      await work(session);
      return undone;
    });
  }

  /** What of one task is not as it was, and is of this kind. */
  async named(runId: number, taskId: number, kind: ObjectDefinition['kind']): Promise<readonly string[]> {
    const objects = await this.of(runId, taskId);
    return objects.flatMap(({ definition }) => (definition.kind === kind ? [nameOf(definition)] : []));
  }

  /** Names for the log of what is still not as it was. */
  async left(runId: number): Promise<readonly string[]> {
    return (await this.ofRun(runId)).map(({ definition }) => nameOf(definition));
  }

  /** For runs that have ended while their target was away. Not while another run works there. */
  async undoLeft(): Promise<void> {
    const runs = await this.dataSource.query<{ id: number }[]>(
      `SELECT DISTINCT run.id FROM run JOIN run_object ON run_object.run_id = run.id
       WHERE coalesce(run_object.not_before, '-infinity') <= now() AND run.status <> ALL ($1) AND NOT EXISTS (
         SELECT 1 FROM run AS other WHERE other.target_key = run.target_key AND other.status = ANY ($2))`,
      [UNFINISHED_RUN_STATUSES, OCCUPYING_RUN_STATUSES],
    );
    for (const { id } of runs) {
      await this.undoLate(id);
    }
  }

  private async undoLate(runId: number): Promise<void> {
    try {
      const run = await this.dataSource.manager.findOneBy(Run, { id: runId });
      const names = run === null ? [] : await this.windUp(run, () => Promise.resolve());
      if (names.length > 0) {
        await this.recorder.log(runId, info(`Put in order after the end of the run: ${names.join(', ')}`));
      }
    } catch (err) {
      this.logger.warn('What a run changed in its target is still not changed back', { err, runId });
    }
  }

  /** For what the database refuses, whoever asks, and can be lived with. False: for nothing else. */
  private async postpone(object: RunObject, error: unknown): Promise<boolean> {
    return (await this.giveUpStatistics(object, error)) || this.postponeIndex(object, error);
  }

  /** Nothing more is to be done about it; what had to be kept is told. */
  private async settle({ id, runId }: RunObject, kept: readonly KeptStatistics[]): Promise<void> {
    const lines = kept.map((each) => keptLine(`Run ${runId}`, each));
    await transaction(this.dataSource, async (manager) => {
      await (lines.length > 0 ? holdRun(manager, runId) : undefined);
      await this.recorder.add(manager, runId, lines);
      await manager.delete(RunObject, { id });
    });
  }

  private async giveUpStatistics(object: RunObject, error: unknown): Promise<boolean> {
    const { definition } = object;
    if (
      definition.kind !== 'statistics' ||
      !(error instanceof DatabaseError) ||
      error.code === 'lost_connection'
    ) {
      return false;
    }
    await this.settle(object, [{ table: definition.table, reason: error.message }]);
    return true;
  }

  /** Less and less often, then no more. */
  private async postponeIndex(
    { id, runId, attempts, definition }: RunObject,
    error: unknown,
  ): Promise<boolean> {
    if (definition.kind !== 'index' || !(error instanceof DatabaseError) || error.transient) {
      return false;
    }
    const pause = PAUSES[attempts];
    await transaction(this.dataSource, async (manager) => {
      if (pause === undefined || attempts === 0) {
        await holdRun(manager, runId);
        await this.recorder.add(manager, runId, [notBuilt(definition, error, pause)]);
      }
      if (pause === undefined) {
        await manager.delete(RunObject, { id });
      } else {
        await manager.query(
          `UPDATE run_object SET attempts = attempts + 1, not_before = clock_timestamp() + make_interval(mins => $2)
           WHERE id = $1`,
          [id, pause],
        );
      }
    });
    return true;
  }

  private of(runId: number, taskId: number | null): Promise<RunObject[]> {
    return this.dataSource.manager.find(RunObject, {
      where: { runId, taskId: taskId ?? IsNull() },
      order: { id: 'DESC' },
    });
  }

  private ofRun(runId: number): Promise<RunObject[]> {
    return this.dataSource.manager.find(RunObject, { where: { runId }, order: { id: 'DESC' } });
  }
}

/** The check of a run has made sure that it asks only databases that can be changed. */
export function changesOf(session: DatabaseSession): TargetChanges {
  if (session.changes === null) {
    throw new PartitionFailure('unsupported', 'This database cannot be changed for a while.');
  }
  return session.changes;
}

/** The check of a run has made sure that it asks only databases that have them. */
export function indexesOf({ indexes }: TargetChanges): IndexChanges {
  if (indexes === undefined) {
    throw new PartitionFailure('unsupported', 'Indexes of this database cannot be dropped for a while.');
  }
  return indexes;
}

function isDue({ notBefore }: RunObject): boolean {
  return notBefore === null || notBefore.getTime() <= Date.now();
}

/** With the whole definition, which may be all that is left of the index. */
function notBuilt(
  definition: ObjectDefinition & { readonly kind: 'index' },
  { message }: DatabaseError,
  pause: number | undefined,
): LogLine {
  const next =
    pause === undefined
      ? 'It is not tried again: remove the reason, then build it by hand'
      : `It is tried again ${PAUSES.length} times within some hours: remove the reason, or build it by hand`;
  return warning(
    'index_refused',
    `${nameOf(definition)} cannot be built again (${message}). ${next}: ${definition.index.definition}`,
  );
}

/** Gives what had to be kept nevertheless. */
async function undoOne(
  session: DatabaseSession,
  definition: ObjectDefinition,
): Promise<readonly KeptStatistics[]> {
  switch (definition.kind) {
    case 'trigger':
      await changesOf(session).putTriggerBack(definition.trigger);
      return [];
    case 'index':
      await indexesOf(changesOf(session)).putIndexBack(definition.index);
      return [];
    case 'table':
      await changesOf(session).dropBuiltTable(definition.table);
      return [];
    case 'statistics':
      return (await session.statistics?.[definition.how](definition.table))?.kept ?? [];
  }
}

function nameOf(definition: ObjectDefinition): string {
  if (definition.kind === 'table') {
    return `table "${definition.table.name}"`;
  }
  if (definition.kind === 'statistics') {
    const rows = definition.how === 'renewAbove' ? ' with those below it' : '';
    return `statistics of ${shownTable(definition.table)}${rows}`;
  }
  const { table, name } = definition.kind === 'index' ? definition.index : definition.trigger;
  return `${definition.kind} "${name}" of ${shownTable(table)}`;
}

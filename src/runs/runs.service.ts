import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager, SelectQueryBuilder } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError, NotAllowedError, NotFoundError } from '../common/errors/domain-error.js';
import { sliceOf } from '../common/http/dto/page.dto.js';
import type { PageSlice } from '../common/http/dto/page.dto.js';
import { plainRows } from '../database/plain-rows.js';
import { transaction } from '../database/transaction.js';
import { AdvanceRun } from './ledger/advance-run.js';
import { AutoPull } from './auto-pull.js';
import { CreateRunDto } from './dto/create-run.dto.js';
import type { ListRunsQuery } from './dto/list-runs.dto.js';
import type { RunValidationResponse, ValidateRunQuery } from './dto/validate-run.dto.js';
import { toProgressResponse } from './dto/progress.response.js';
import { toRunLogResponse } from './dto/run-log.response.js';
import type { RunLogResponse } from './dto/run-log.response.js';
import { SHOWN_OF_RUNS, toRunResponse } from './dto/run.response.js';
import type { RunResponse } from './dto/run.response.js';
import { RunCreation } from './run-creation.js';
import type { DiscoveryWish, RunWish } from './run-creation.js';
import { destinationSaid, info } from './run-log-lines.js';
import { RunLog } from './run-log.entity.js';
import { readProgress } from './run-progress.js';
import { RunRecorder } from './run-recorder.js';
import { mayMove } from './run-status.js';
import { RunWakeUps } from './ledger/run-wake-ups.js';
import { Run } from './run.entity.js';

/** One page of runs, or all of them when no page was asked for. */
export interface FoundRuns {
  readonly runs: RunResponse[];
  readonly count: number;
  readonly slice: PageSlice | null;
}

@Injectable()
export class RunsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly creation: RunCreation,
    private readonly autoPull: AutoPull,
    private readonly advanceRun: AdvanceRun,
    private readonly wakeUps: RunWakeUps,
    private readonly recorder: RunRecorder,
    private readonly audit: AuditService,
  ) {}

  async create(user: AuthenticatedUser, body: CreateRunDto): Promise<RunResponse> {
    const wish = wishOf(body);
    await this.autoPull.before(user, wish);
    const { run, generatedSecret } = await transaction(this.dataSource, async (manager) => {
      const created = await this.creation.create(manager, wish, user);
      await this.record(user, 'started', created.run, manager);
      return created;
    });
    await this.wakeUps.advance(run.id);
    return toRunResponse(run, generatedSecret === null ? {} : { runSecret: generatedSecret });
  }

  /** Starts a run that discovers; `also` writes down in the same transaction what it is to look for. */
  async startDiscovery(
    user: AuthenticatedUser,
    wish: DiscoveryWish,
    also: (manager: EntityManager, run: { readonly id: number; readonly createdTime: Date }) => Promise<void>,
  ): Promise<RunResponse> {
    const run = await transaction(this.dataSource, async (manager) => {
      const created = await this.creation.createDiscovery(manager, wish, user);
      await also(manager, created);
      await this.record(user, 'started', created, manager);
      return created;
    });
    await this.wakeUps.advance(run.id);
    return toRunResponse(run);
  }

  /** Would `create` take this? Changes nothing. */
  async validate(query: ValidateRunQuery): Promise<RunValidationResponse> {
    try {
      const wish = wishOf(Object.assign(new CreateRunDto(), query, { options: parsed(query.options) }));
      await transaction(this.dataSource, (manager) => this.creation.check(manager, wish));
      return { valid: true, errors: {} };
    } catch (error) {
      if (error instanceof InvalidInputError || error instanceof NotAllowedError) {
        return { valid: false, errors: error.fields ?? { detail: [error.message] } };
      }
      throw error;
    }
  }

  /** Newest first. */
  async list(query: ListRunsQuery): Promise<FoundRuns> {
    const slice = query.limit === undefined ? null : sliceOf(query);
    const found = this.filtered(query);
    const rows = found.clone().orderBy('run.id', 'DESC').limit(slice?.limit).offset(slice?.offset);
    const runs = (await plainRows(rows, SHOWN_OF_RUNS)).map((run) => toRunResponse(run));
    return { runs, count: slice === null ? runs.length : await found.getCount(), slice };
  }

  async get(id: number): Promise<RunResponse> {
    const run = await this.find(id);
    return toRunResponse(run, {
      progress: toProgressResponse(await readProgress(this.dataSource.manager, id)),
    });
  }

  async log(id: number): Promise<RunLogResponse[]> {
    const run = await this.find(id);
    const lines = await this.dataSource.manager.find(RunLog, { where: { runId: id }, order: { id: 'ASC' } });
    return lines.map((line) => toRunLogResponse(line, run.options.dryRun));
  }

  /** Resolves with the run as `cancelling`, however fast it then ends. */
  async cancel(user: AuthenticatedUser, id: number): Promise<RunResponse> {
    const run = await transaction(this.dataSource, async (manager) => {
      const held = await manager.findOne(Run, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (held === null) {
        throw new NotFoundError();
      }
      if (!mayMove(held.status, 'cancelling')) {
        throw new InvalidInputError(
          `The run cannot be cancelled: it is ${held.status.replaceAll('_', ' ')}.`,
        );
      }
      held.status = 'cancelling';
      await manager.update(Run, { id }, { status: held.status });
      await this.recorder.add(manager, id, [info(`Cancellation asked for by ${user.username}`)]);
      await this.record(user, 'cancelled', held, manager);
      return held;
    });
    // Here and now instead of by a worker: a queued run ends at once, and nothing that is not claimed starts any more.
    await this.advanceRun.advance(id);
    return toRunResponse(run);
  }

  private async find(id: number): Promise<Run> {
    const run = await this.dataSource.manager.findOneBy(Run, { id });
    if (run === null) {
      throw new NotFoundError();
    }
    return run;
  }

  private filtered(query: ListRunsQuery): SelectQueryBuilder<Run> {
    const found = this.dataSource.manager.createQueryBuilder(Run, 'run');
    if (query.mask_type !== undefined) {
      found.andWhere('run.maskType = :maskType', { maskType: query.mask_type });
    }
    if (query.connection_ruleset_name !== undefined) {
      const part = `%${query.connection_ruleset_name.replace(/[\\%_]/g, '\\$&')}%`;
      found.andWhere(
        '(run.connectionName ILIKE :part OR run.destinationName ILIKE :part OR run.rulesetName ILIKE :part)',
        { part },
      );
    }
    if (query.ruleset_name !== undefined) {
      found.andWhere('run.rulesetName = :rulesetName', { rulesetName: query.ruleset_name });
    }
    if (query.run_status !== undefined) {
      found.andWhere('run.status IN (:...statuses)', { statuses: query.run_status });
    }
    if (query.run_hash !== undefined) {
      found.andWhere('run.runHash = :runHash', { runHash: query.run_hash });
    }
    return found;
  }

  private record(
    user: AuthenticatedUser,
    action: 'started' | 'cancelled',
    run: Run,
    manager: EntityManager,
  ): Promise<void> {
    const description = `Run ${run.id} "${run.name}": ruleset "${run.rulesetName}" on connection "${run.connectionName}"${destinationSaid(run)}`;
    return this.audit.record({ user, category: 'run', action, description }, manager);
  }
}

function parsed(options: string | undefined): unknown {
  try {
    return options === undefined || options === '' ? {} : JSON.parse(options);
  } catch {
    throw new InvalidInputError({ options: ['It is not JSON.'] });
  }
}

function wishOf(body: CreateRunDto): RunWish {
  const connectionField = body.source_connection === undefined ? 'connection' : 'source_connection';
  const connectionId = body.source_connection ?? body.connection;
  if (connectionId === undefined) {
    throw new InvalidInputError({ source_connection: ['This field is required.'] });
  }
  return {
    name: body.name ?? null,
    connectionField,
    connectionId,
    destinationId: body.destination_connection === '' ? null : (body.destination_connection ?? null),
    rulesetId: body.ruleset,
    maskType: body.mask_type ?? null,
    options: body.options,
    isSubscribed: body.is_user_subscribed ?? false,
  };
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { ConflictError, NotFoundError } from '../common/errors/domain-error.js';
import { transaction } from '../database/transaction.js';
import { onUniqueViolation } from '../database/unique-violation.js';
import { GenerationJobs } from './generation-jobs.js';
import { GenerationPart } from './generation-part.entity.js';
import { GenerationSource } from './generation-source.js';
import type { GenerationTarget } from './generation-source.js';
import { isUnfinished } from './generation-status.js';
import type { GenerationWish } from './generation-wish.js';
import { Generation } from './generation.entity.js';

interface StartOptions {
  readonly wish: GenerationWish;
  /** Cancel what is under way instead of refusing. */
  readonly force: boolean;
}

/** Starts, shows and cancels generations that workers do. A connection has one at a time. */
@Injectable()
export class AsyncGenerations {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly source: GenerationSource,
    private readonly audit: AuditService,
    private readonly jobs: GenerationJobs,
  ) {}

  /** Takes the place of an ended generation. Throws `ConflictError` while one is under way. */
  async start(user: AuthenticatedUser, target: GenerationTarget, options: StartOptions): Promise<Generation> {
    const started = transaction(this.dataSource, async (manager) => {
      const former = await this.hold(target.id, manager);
      if (former !== null && isUnfinished(former.status) && !options.force) {
        throw underWay();
      }
      await manager.delete(Generation, { connectionId: target.id });
      const generation = await manager.save(newGeneration(target.id, options.wish));
      await this.record(user, 'started', target, manager);
      return generation;
    });
    const generation = await onUniqueViolation(started, underWay);
    await this.jobs.enqueue(generation);
    return generation;
  }

  /** Throws `NotFoundError` when the connection is not there, or nothing was generated for it. */
  async get(connectionId: string): Promise<Generation> {
    await this.source.target(connectionId);
    const generation = await this.dataSource.manager.findOneBy(Generation, { connectionId });
    if (generation === null) {
      throw new NotFoundError('No ruleset has been generated for this connection.');
    }
    return generation;
  }

  parts({ id }: Generation): Promise<GenerationPart[]> {
    return this.dataSource.manager.find(GenerationPart, {
      where: { generationId: id },
      order: { number: 'ASC' },
    });
  }

  /** Cancels a generation that is under way and gives it; removes an ended one with its ruleset and gives null. */
  async cancelOrRemove(user: AuthenticatedUser, connectionId: string): Promise<Generation | null> {
    const target = await this.source.target(connectionId);
    return transaction(this.dataSource, async (manager) => {
      const generation = await this.hold(connectionId, manager);
      if (generation === null) {
        throw new NotFoundError('No ruleset has been generated for this connection.');
      }
      if (isUnfinished(generation.status)) {
        await this.record(user, 'cancelled', target, manager);
        const end = { status: 'cancelled', statusMessage: 'Cancelled.', modifiedTime: new Date() } as const;
        return manager.save(Object.assign(generation, end));
      }
      await this.record(user, 'deleted', target, manager);
      await manager.delete(Generation, { id: generation.id });
      return null;
    });
  }

  private hold(connectionId: string, manager: EntityManager): Promise<Generation | null> {
    return manager.findOne(Generation, { where: { connectionId }, lock: { mode: 'pessimistic_write' } });
  }

  private record(
    user: AuthenticatedUser,
    action: 'started' | 'cancelled' | 'deleted',
    { id }: GenerationTarget,
    manager: EntityManager,
  ): Promise<void> {
    const description = `Ruleset generation for connection ${id}`;
    return this.audit.record({ user, category: 'generation', action, description }, manager);
  }
}

function newGeneration(connectionId: string, wish: GenerationWish): Generation {
  return Object.assign(new Generation(), {
    ...{ id: randomUUID(), connectionId, wish, status: 'queued', statusMessage: 'Waiting for a worker.' },
    ...{ errorMessage: null, attempts: 0, rulesetText: null },
  } satisfies Partial<Generation>);
}

function underWay(): ConflictError {
  return new ConflictError(
    'A ruleset is being generated for this connection: wait for it, cancel it, or start with force_run.',
  );
}

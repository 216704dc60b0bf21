import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, type DataSource, type EntityManager } from 'typeorm';

import { Logger } from '../common/logging/logger.js';
import { JobQueue } from '../queue/job-queue.js';
import { RulesetReader } from './ruleset-reader.js';
import { Ruleset } from './ruleset.entity.js';
import {
  IN_PROGRESS,
  isCheckedAtOnce,
  UNCHECKED,
  verdictOf,
  type RulesetVerdict,
} from './validation-status.js';

/** A check that is under way for longer than this may have lost its job. */
const LOST_AFTER_MS = 30_000;
/** Of one text: more would end no better. */
const MAX_ATTEMPTS = 3;

/** What tells one state of a stored text from another. */
export type StoredText = Pick<Ruleset, 'id' | 'revision' | 'validationStatus'>;

/** Checks ruleset texts: short ones at once, long ones as a job. */
@Injectable()
export class RulesetValidationService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: RulesetReader,
    private readonly queue: JobQueue,
    private readonly logger: Logger,
  ) {}

  /** The verdict, or `in_progress` for a text that is too long to wait for. */
  async check(
    configYaml: string,
    maskType: Ruleset['maskType'],
    manager: EntityManager,
  ): Promise<RulesetVerdict> {
    return isCheckedAtOnce(configYaml) ? this.verdict(configYaml, maskType, manager) : IN_PROGRESS;
  }

  /** The verdict, however long it takes. */
  async verdict(
    configYaml: string,
    maskType: Ruleset['maskType'],
    manager: EntityManager,
  ): Promise<RulesetVerdict> {
    const { problems, imports } = await this.reader.read(configYaml, maskType, manager);
    return { ...verdictOf(problems), imports: [...imports] };
  }

  /**
   * Has a ruleset that is stored as `in_progress` checked by a worker; call it after the commit. Where the queue cannot
   * be reached, `recover` does it later: the ruleset is stored already.
   */
  async enqueueIfNeeded(ruleset: StoredText): Promise<void> {
    if (ruleset.validationStatus !== 'in_progress') {
      return;
    }
    try {
      await this.enqueue(ruleset);
    } catch (err) {
      this.logger.warn('The check of a ruleset waits for the queue', { rulesetId: ruleset.id, err });
    }
  }

  /**
   * The job. A text that changed meanwhile keeps its status: its own job is on the way. After some attempts without a
   * verdict the status is `unknown`, also where the check brings down its worker.
   */
  async validateStored(rulesetId: string): Promise<void> {
    const ruleset = await this.beginAttempt(rulesetId);
    if (ruleset === null) {
      return;
    }
    if (ruleset.validationAttempts > MAX_ATTEMPTS) {
      return this.settle(ruleset, UNCHECKED);
    }
    try {
      await this.settle(
        ruleset,
        await this.verdict(ruleset.configYaml, ruleset.maskType, this.dataSource.manager),
      );
    } catch (err) {
      if (ruleset.validationAttempts < MAX_ATTEMPTS) {
        throw err;
      }
      this.logger.error('The check of a ruleset is given up', { rulesetId, err });
      await this.settle(ruleset, UNCHECKED);
    }
  }

  /** Enqueues checks again whose job may have been lost. */
  async recover(): Promise<void> {
    const stuck = await this.dataSource.manager.find(Ruleset, {
      select: { id: true, revision: true, validationStatus: true },
      where: {
        validationStatus: 'in_progress',
        modifiedTime: LessThan(new Date(Date.now() - LOST_AFTER_MS)),
      },
    });
    for (const ruleset of stuck) {
      await this.enqueue(ruleset);
    }
  }

  /** Counted before the check, so that an attempt that ends with its worker counts too. */
  private async beginAttempt(id: string): Promise<Ruleset | null> {
    const waiting = { id, validationStatus: 'in_progress' as const };
    const { manager } = this.dataSource;
    await manager.update(Ruleset, waiting, {
      validationAttempts: () => 'validation_attempts + 1',
      modifiedTime: () => 'modified_time',
    });
    return manager.findOneBy(Ruleset, waiting);
  }

  private async settle({ id, revision, modifiedTime }: Ruleset, verdict: RulesetVerdict): Promise<void> {
    await this.dataSource.manager.update(Ruleset, { id, revision }, { ...verdict, modifiedTime });
  }

  private enqueue({ id, revision }: StoredText): Promise<void> {
    return this.queue.enqueue(
      'validate-ruleset',
      { rulesetId: id },
      { jobId: `validate-ruleset-${id}-${revision}` },
    );
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, type DataSource } from 'typeorm';

import { Logger } from '../common/logging/logger.js';
import { JobQueue } from '../queue/job-queue.js';
import { rulesetProblems } from './ruleset-problems.js';
import { Ruleset } from './ruleset.entity.js';
import { SeedFilesService } from './seed-files.service.js';
import { IN_PROGRESS, isCheckedAtOnce, UNCHECKED, verdictOf, type Verdict } from './validation-status.js';

/** A check that is under way for longer than this may have lost its job. */
const LOST_AFTER_MS = 30_000;
/** Of one text: more would end no better. */
const MAX_ATTEMPTS = 3;

type StoredText = Pick<Ruleset, 'id' | 'revision' | 'validationStatus'>;

/** Checks ruleset texts: short ones at once, long ones as a job. */
@Injectable()
export class RulesetValidationService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seedFiles: SeedFilesService,
    private readonly queue: JobQueue,
    private readonly logger: Logger,
  ) {}

  /** The verdict, or `in_progress` for a text that is too long to wait for. */
  async check(configYaml: string, maskType: Ruleset['maskType']): Promise<Verdict> {
    return isCheckedAtOnce(configYaml) ? this.verdict(configYaml, maskType) : IN_PROGRESS;
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
      await this.settle(ruleset, await this.verdict(ruleset.configYaml, ruleset.maskType));
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

  private async settle({ id, revision, modifiedTime }: Ruleset, verdict: Verdict): Promise<void> {
    await this.dataSource.manager.update(Ruleset, { id, revision }, { ...verdict, modifiedTime });
  }

  private enqueue({ id, revision }: StoredText): Promise<void> {
    return this.queue.enqueue(
      'validate-ruleset',
      { rulesetId: id },
      { jobId: `validate-ruleset-${id}-${revision}` },
    );
  }

  private async verdict(configYaml: string, maskType: Ruleset['maskType']): Promise<Verdict> {
    const seedCatalog = await this.seedFiles.catalog();
    return verdictOf(rulesetProblems(configYaml, { maskType, seedCatalog }));
  }
}

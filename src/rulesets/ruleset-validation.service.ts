import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, type DataSource } from 'typeorm';

import { Logger } from '../common/logging/logger.js';
import { JobQueue } from '../queue/job-queue.js';
import { rulesetProblems } from './ruleset-problems.js';
import { Ruleset } from './ruleset.entity.js';
import { SeedFilesService } from './seed-files.service.js';
import { IN_PROGRESS, isCheckedAtOnce, verdictOf, type Verdict } from './validation-status.js';

/** A check that is under way for longer than this may have lost its job. */
const LOST_AFTER_MS = 30_000;

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

  /** The job. A text that changed meanwhile keeps its status: its own job is on the way. */
  async validateStored(rulesetId: string): Promise<void> {
    const ruleset = await this.dataSource.manager.findOneBy(Ruleset, {
      id: rulesetId,
      validationStatus: 'in_progress',
    });
    if (ruleset === null) {
      return;
    }
    const verdict = await this.verdict(ruleset.configYaml, ruleset.maskType);
    await this.dataSource.manager.update(
      Ruleset,
      { id: ruleset.id, revision: ruleset.revision },
      { ...verdict, modifiedTime: ruleset.modifiedTime },
    );
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

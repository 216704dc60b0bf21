import { Injectable } from '@nestjs/common';
import { RowJobs, type RowsWithJobs } from '../queue/row-jobs.js';
import { UNFINISHED_GENERATION_STATUSES } from './generation-status.js';
import { Generation } from './generation.entity.js';

/** Wakes workers for generations. */
@Injectable()
export class GenerationJobs extends RowJobs<'generate-ruleset'> {
  protected readonly rows: RowsWithJobs<'generate-ruleset'> = {
    name: 'generations',
    entity: Generation,
    unfinished: UNFINISHED_GENERATION_STATUSES,
    lostAfterMs: 30_000,
    job: 'generate-ruleset',
    payloadOf: (generationId) => ({ generationId }),
  };
}

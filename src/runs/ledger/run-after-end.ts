import { Injectable } from '@nestjs/common';
import { RunNotices } from '../run-notices.js';
import { RunResume } from '../run-resume.js';

/** What is done about a run that ends. */
@Injectable()
export class RunAfterEnd {
  constructor(
    /** For those who neither read the log nor watch the run. */
    readonly notices: RunNotices,
    /** For those who take a failed run up again. */
    readonly resume: RunResume,
  ) {}
}

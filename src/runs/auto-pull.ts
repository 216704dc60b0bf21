import { Injectable } from '@nestjs/common';

import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { DomainError, InvalidInputError } from '../common/errors/domain-error.js';
import { RulesetGitService } from '../git/ruleset-git.service.js';
import { RulesetsService } from '../rulesets/rulesets.service.js';
import type { RunWish } from './run-creation.js';
import { readRunOptions } from './run-options.js';

/** Brings a ruleset up to date from Git before a run of it is created. */
@Injectable()
export class AutoPull {
  constructor(
    private readonly git: RulesetGitService,
    private readonly rulesets: RulesetsService,
  ) {}

  /** Does nothing unless the options ask for it. Throws `InvalidInputError` when the pull fails: then nothing is to run. */
  async before(user: AuthenticatedUser, wish: RunWish): Promise<void> {
    const { autoPull, messages } = readRunOptions(wish.options);
    // What else is wrong is said by the creation of the run.
    if (autoPull === null || messages.length > 0 || (await this.rulesets.forRun(wish.rulesetId)) === null) {
      return;
    }
    try {
      await this.git.pull(user, wish.rulesetId, autoPull.branch);
    } catch (error) {
      if (error instanceof DomainError) {
        throw new InvalidInputError({
          options: [`auto_pull: the ruleset could not be pulled. ${error.message}`],
        });
      }
      throw error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Answers for one domain that refers to rulesets and to what they draw on. */
export interface RulesetUser {
  /** Does anything still refer to the ruleset, so that it has to be archived instead of removed? */
  refersTo(rulesetId: string, manager: EntityManager): Promise<boolean>;
  /** Why the seed file of this name must not be deleted now, as a sentence for the caller; null: nothing needs it. */
  reasonToKeepSeedFile(name: string, manager: EntityManager): Promise<string | null>;
}

/**
 * Lets domains that refer to rulesets (runs) keep them as archived ones, without rulesets knowing them.
 * The question is asked inside the deleting transaction, which holds the row: see `RulesetsService.forRun`.
 */
@Injectable()
export class RulesetUsage {
  private readonly users: RulesetUser[] = [];

  /** Called once, at module init. */
  register(user: RulesetUser): void {
    this.users.push(user);
  }

  async isReferred(rulesetId: string, manager: EntityManager): Promise<boolean> {
    for (const user of this.users) {
      if (await user.refersTo(rulesetId, manager)) {
        return true;
      }
    }
    return false;
  }

  async reasonToKeepSeedFile(name: string, manager: EntityManager): Promise<string | null> {
    for (const user of this.users) {
      const reason = await user.reasonToKeepSeedFile(name, manager);
      if (reason !== null) {
        return reason;
      }
    }
    return null;
  }
}

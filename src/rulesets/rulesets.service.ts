import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RunRuleset } from './run-ruleset.js';

@Injectable()
export class RulesetsService {
  /**
   * The ruleset for running; null: no such ruleset, or an archived one.
   * With a manager the row is held (shared) until its transaction ends, so that it cannot be deleted meanwhile.
   */
  forRun(id: string, manager?: EntityManager): Promise<RunRuleset | null> {
    return Promise.reject(new Error(`not built: ${id} ${String(manager)}`));
  }
}

import { Injectable } from '@nestjs/common';
import type { SeedCatalog, SeedTable } from '../engine/index.js';

@Injectable()
export class SeedFilesService {
  /**
   * The seed files by the names as written in a ruleset (own or alias names), read once and kept.
   * Throws `InvalidInputError` for a name that does not exist.
   */
  load(names: readonly string[]): Promise<ReadonlyMap<string, SeedTable>> {
    return Promise.reject(new Error(`not built: ${names.join()}`));
  }

  /** All seed files and their columns, alias names and columns included, for validating rulesets. */
  catalog(): Promise<SeedCatalog> {
    return Promise.reject(new Error('not built'));
  }
}

import { Injectable } from '@nestjs/common';

import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { DomainError } from '../common/errors/domain-error.js';
import { libraryContentProblem } from '../rulesets/content-problems.js';
import { RulesetLibrariesService } from '../rulesets/libraries/ruleset-libraries.service.js';
import { libraryPath } from '../rulesets/ruleset-sources.js';
import type { ImportStatus } from './import-rulesets.js';
import type { ImportedLibrary } from './read-archive.js';

/** What became of one library of an archive. */
export interface LibraryOutcome {
  /** Namespace and name. */
  readonly path: string;
  readonly status: ImportStatus;
  readonly message: string;
}

/**
 * Brings libraries of an archive in: a new one is created, an existing one keeps its content unless it may be
 * overwritten (rulesets here may rest on it).
 */
@Injectable()
export class ImportLibraries {
  constructor(private readonly libraries: RulesetLibrariesService) {}

  async import(
    user: AuthenticatedUser,
    items: readonly ImportedLibrary[],
    { overwrite }: { readonly overwrite: boolean },
  ): Promise<LibraryOutcome[]> {
    const stored = new Map((await this.libraries.all()).map((library) => [libraryPath(library), library]));
    const outcomes: LibraryOutcome[] = [];
    for (const item of items) {
      outcomes.push(await this.importOne(user, item, stored.get(libraryPath(item)) ?? null, overwrite));
    }
    return outcomes;
  }

  private async importOne(
    user: AuthenticatedUser,
    item: ImportedLibrary,
    existing: { readonly id: string; readonly configYaml: string } | null,
    overwrite: boolean,
  ): Promise<LibraryOutcome> {
    const path = libraryPath(item);
    const content = { namespace: item.namespace, name: item.name, config_yaml: item.text ?? '' };
    const problem =
      item.text === null
        ? 'Its file is no text (UTF-8).'
        : (rightProblem(user) ?? libraryContentProblem(content));
    if (problem !== null) {
      return { path, status: 'ERROR', message: problem };
    }
    try {
      if (existing === null) {
        await this.libraries.create(user, content);
        return { path, status: 'CREATED', message: 'Created.' };
      }
      if (existing.configYaml === item.text) {
        return { path, status: 'NOT_CREATED', message: 'This library exists already.' };
      }
      if (!overwrite) {
        return {
          path,
          status: 'NOT_CREATED',
          message: 'Kept as it is here: the content in the archive differs.',
        };
      }
      await this.libraries.replace(user, existing.id, content);
      return { path, status: 'RESTORED', message: 'Overwritten, as asked for.' };
    } catch (error) {
      if (error instanceof DomainError) {
        return { path, status: 'ERROR', message: error.message };
      }
      throw error;
    }
  }
}

function rightProblem({ isAdmin, roles }: AuthenticatedUser): string | null {
  return isAdmin || roles.includes('ruleset_library_managers') ? null : 'Your role may not change libraries.';
}

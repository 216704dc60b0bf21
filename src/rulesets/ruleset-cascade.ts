import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';

import { LIBRARY_PATH, RulesetLibrary } from './libraries/ruleset-library.entity.js';
import { RulesetReader } from './ruleset-reader.js';
import { RulesetValidationService, type StoredText } from './ruleset-validation.service.js';
import { Ruleset } from './ruleset.entity.js';
import { libraryPath } from './ruleset-sources.js';

/** So many bytes of rulesets and libraries are read again while the caller waits; what is beyond becomes jobs. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Which rulesets may have got another verdict. */
export interface Change {
  /** Those that import one of these libraries. */
  readonly libraries: readonly string[];
  /** Those whose text holds this. */
  readonly mentioned?: string;
}

interface Affected {
  readonly id: string;
  readonly bytes: number;
}

/** Has rulesets judged again when what they draw on has changed. */
@Injectable()
export class RulesetCascade {
  constructor(
    private readonly reader: RulesetReader,
    private readonly validation: RulesetValidationService,
  ) {}

  /**
   * Inside the changing transaction, after the change and under `lockSources`. Most verdicts are there at once; the
   * rulesets that it gives wait for jobs: hand them to `enqueue` after the commit. A ruleset whose check is under way
   * is begun anew, because nobody knows yet what it imports.
   */
  async recheck(change: Change, manager: EntityManager): Promise<readonly StoredText[]> {
    const waiting: string[] = [];
    let bytes = 0;
    for (const affected of await this.affected(change, manager)) {
      bytes += affected.bytes;
      if (bytes > MAX_WAITING_BYTES) {
        waiting.push(affected.id);
      } else {
        await this.judge(affected.id, manager);
      }
    }
    return this.postpone(waiting, manager);
  }

  /**
   * The same after something has changed that texts name, such as a seed file: libraries that mention it first, then the
   * rulesets.
   */
  async recheckMentions(name: string, manager: EntityManager): Promise<readonly StoredText[]> {
    const libraries = await manager
      .createQueryBuilder(RulesetLibrary, 'library')
      .where('strpos(library.config_yaml, :name) > 0', { name })
      .orderBy('library.id')
      .getMany();
    for (const { id, configYaml, modifiedTime } of libraries) {
      const verdict = await this.reader.judgeLibrary(configYaml, manager);
      await manager.update(RulesetLibrary, { id }, { ...verdict, modifiedTime });
    }
    return this.recheck({ libraries: libraries.map(libraryPath), mentioned: name }, manager);
  }

  async enqueue(rulesets: readonly StoredText[]): Promise<void> {
    for (const ruleset of rulesets) {
      await this.validation.enqueueIfNeeded(ruleset);
    }
  }

  private affected({ libraries, mentioned }: Change, manager: EntityManager): Promise<Affected[]> {
    return manager
      .createQueryBuilder(Ruleset, 'ruleset')
      .select('ruleset.id', 'id')
      .addSelect(
        `(octet_length(ruleset.config_yaml) + coalesce((${libraryBytes(manager)}), 0))::int`,
        'bytes',
      )
      .where('ruleset.archived_time IS NULL')
      .andWhere(
        `(ruleset.imports && CAST(:libraries AS text[]) OR ruleset.validation_status = 'in_progress' OR ` +
          `strpos(ruleset.config_yaml, CAST(:mentioned AS text)) > 0)`,
        { libraries: [...libraries], mentioned: mentioned ?? null },
      )
      .orderBy('ruleset.id')
      .setLock('pessimistic_write')
      .getRawMany<Affected>();
  }

  private async judge(id: string, manager: EntityManager): Promise<void> {
    const { configYaml, maskType, revision, modifiedTime } = await manager.findOneByOrFail(Ruleset, { id });
    const verdict = await this.validation.verdict(configYaml, maskType, manager);
    await manager.update(
      Ruleset,
      { id },
      { ...verdict, revision: revision + 1, validationAttempts: 0, modifiedTime },
    );
  }

  private async postpone(ids: readonly string[], manager: EntityManager): Promise<readonly StoredText[]> {
    if (ids.length === 0) {
      return [];
    }
    await manager.update(
      Ruleset,
      { id: In([...ids]) },
      // The imports stay known: until the verdict is there, the ruleset counts as an importer.
      {
        validationStatus: 'in_progress',
        validationErrors: [],
        validationWarnings: [],
        validationAttempts: 0,
        revision: () => 'revision + 1',
        modifiedTime: () => 'modified_time',
      },
    );
    return manager.find(Ruleset, {
      select: { id: true, revision: true, validationStatus: true },
      where: { id: In([...ids]) },
    });
  }
}

function libraryBytes(manager: EntityManager): string {
  return manager
    .createQueryBuilder(RulesetLibrary, 'library')
    .select('sum(octet_length(library.config_yaml))')
    .where(`${LIBRARY_PATH} = ANY(ruleset.imports)`)
    .getQuery();
}

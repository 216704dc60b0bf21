import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { readDiscoveryConfig, readDiscoveryLibrary, resolveDiscoveryConfig } from '../../engine/index.js';
import type { DiscoveryTarget, LibrarySource } from '../../engine/index.js';
import { librarySource } from '../../rulesets/ruleset-sources.js';
import { verdictOf } from '../../rulesets/validation-status.js';
import { CONFIG_LIBRARY_PATH, DiscoveryConfigLibrary } from './discovery-config-library.entity.js';
import { DiscoveryConfig } from './discovery-config.entity.js';

const NONE: LibrarySource = { text: () => undefined };
/** Any constant: it only has to be the same everywhere. */
const LOCK = 7_216_003;

export type JudgedText = Pick<DiscoveryConfig, 'imports' | 'validationErrors'>;

/** Reads the texts of discovery configs together with the libraries that they import. */
@Injectable()
export class ConfigReader {
  async judge(text: string, target: DiscoveryTarget, manager: EntityManager): Promise<JudgedText> {
    const { imports } = readDiscoveryConfig(text, { target, libraries: NONE });
    const libraries = await this.libraries(imports, manager);
    const { problems } = readDiscoveryConfig(text, { target, libraries });
    return { imports: [...imports], validationErrors: verdictOf(problems).validationErrors };
  }

  judgeLibrary(text: string): DiscoveryConfigLibrary['validationErrors'] {
    return verdictOf(readDiscoveryLibrary(text)).validationErrors;
  }

  /** The text with everything imported written out. */
  async resolved({ configYaml, imports }: DiscoveryConfig, manager: EntityManager): Promise<string> {
    return resolveDiscoveryConfig(configYaml, await this.libraries(imports, manager));
  }

  /** After a change of a library, in the same transaction and under `lockLibraries`: what imports it is judged again. */
  async recheckImporters(paths: readonly string[], manager: EntityManager): Promise<void> {
    const configs = await manager
      .createQueryBuilder(DiscoveryConfig, 'config')
      .where('config.imports && CAST(:paths AS text[])', { paths: [...paths] })
      .orderBy('config.id')
      .getMany();
    for (const { id, configYaml, configType, modifiedTime } of configs) {
      const verdict = await this.judge(configYaml, configType, manager);
      await manager.update(DiscoveryConfig, { id }, { ...verdict, modifiedTime });
    }
  }

  /** Held until the transaction ends by whoever judges a config: the libraries stay as they are meanwhile. */
  async holdLibraries(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock_shared($1)', [LOCK]);
  }

  /** Held until the transaction ends by whoever changes a library. */
  async lockLibraries(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  }

  private async libraries(imports: readonly string[], manager: EntityManager): Promise<LibrarySource> {
    if (imports.length === 0) {
      return NONE;
    }
    const found = await manager
      .createQueryBuilder(DiscoveryConfigLibrary, 'library')
      .where(`${CONFIG_LIBRARY_PATH} IN (:...imports)`, { imports })
      .orderBy('library.namespace')
      .addOrderBy('library.name')
      .getMany();
    return librarySource({
      locality: '',
      libraries: found.map(({ namespace, name, configYaml }) => ({ namespace, name, text: configYaml })),
    });
  }
}

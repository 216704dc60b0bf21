import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';

import { readLibrary, readRuleset, type ReadResult } from '../engine/index.js';
import { SettingsService } from '../settings/settings.service.js';
import { LIBRARY_PATH, RulesetLibrary } from './libraries/ruleset-library.entity.js';
import { librarySource, type RulesetSources } from './ruleset-sources.js';
import { SeedFilesService } from './seed-files.service.js';
import { verdictOf, type Verdict } from './validation-status.js';

/** Reads ruleset texts together with what is stored beside them: libraries, seed files, the locality. */
@Injectable()
export class RulesetReader {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seedFiles: SeedFilesService,
    private readonly settings: SettingsService,
  ) {}

  async read(
    text: string,
    target: 'database' | 'file',
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ReadResult> {
    const seedCatalog = await this.seedFiles.catalog(manager);
    const { locality } = await this.sources([], manager);
    const read = (sources: RulesetSources): ReadResult =>
      readRuleset(text, { target, seedCatalog, locality, libraries: librarySource(sources) });
    const alone = read({ locality, libraries: [] });
    return alone.imports.length === 0 ? alone : read(await this.sources(alone.imports, manager));
  }

  /** The verdict on the text of a library by itself. */
  async judgeLibrary(text: string, manager: EntityManager): Promise<Verdict> {
    return verdictOf(readLibrary(text, { seedCatalog: await this.seedFiles.catalog(manager) }).problems);
  }

  /** What a text with these imports draws on now; a library that is not there is left out. */
  async sources(
    imports: readonly string[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<RulesetSources> {
    const found =
      imports.length === 0
        ? []
        : await manager
            .createQueryBuilder(RulesetLibrary, 'library')
            .where(`${LIBRARY_PATH} IN (:...imports)`, { imports })
            .orderBy('library.namespace')
            .addOrderBy('library.name')
            .getMany();
    const libraries = found.map(({ namespace, name, configYaml }) => ({ namespace, name, text: configYaml }));
    const { locality } = await this.settings.current(manager);
    return { locality, libraries };
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CONFIG, type Config } from '../config/config.js';
import { RulesetsService } from '../rulesets/rulesets.service.js';
import type { UploadedFile } from '../uploads/uploaded-file.js';
import type { TextKind } from './archive-layout.js';
import { toImportResponse, type ImportDto, type ImportResponse } from './dto/import.dto.js';
import type { NamedOutcome } from './import-outcome.js';
import { ImportRulesets, type RulesetOutcome } from './import-rulesets.js';
import { ImportSeeds } from './import-seeds.js';
import { ImportTexts } from './import-texts.js';
import { readArchive, type Archive } from './read-archive.js';

/**
 * Unpacks an archive into this installation: seed files and libraries first, since rulesets and configs may rest on
 * them.
 */
@Injectable()
export class ImportService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly seeds: ImportSeeds,
    private readonly rulesets: ImportRulesets,
    private readonly texts: ImportTexts,
    private readonly rulesetStore: RulesetsService,
  ) {}

  /** `created`: at least one ruleset is new. */
  async import(
    user: AuthenticatedUser,
    dto: ImportDto,
    file: UploadedFile,
  ): Promise<{ response: ImportResponse; created: boolean }> {
    const uploads = join(this.config.paths.dataDir, 'uploads');
    const folder = await mkdtemp(join(uploads, 'import-'));
    try {
      return await this.unpack(user, dto, await readArchive(file.path, folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async unpack(
    user: AuthenticatedUser,
    dto: ImportDto,
    archive: Archive,
  ): Promise<{ response: ImportResponse; created: boolean }> {
    const overwrites = {
      seeds: dto.overwrite_seed_files === 'true',
      rulesets: dto.overwrite_rulesets === 'true',
      libraries: dto.overwrite_libraries === 'true',
      configs: dto.overwrite_configs === 'true',
    };
    const bring = (kind: TextKind, overwrite: boolean): Promise<NamedOutcome[]> =>
      this.texts.import(user, kind, { texts: archive.texts, overwrite });
    const outcomes = {
      seed_files: await this.seeds.import(user, archive.seeds, { overwrite: overwrites.seeds }),
      libraries: await bring('libraries', overwrites.libraries),
      rulesets: await this.bringRulesets(user, archive, overwrites.rulesets),
      discovery_config_libraries: await bring('discovery_config_libraries', overwrites.libraries),
      discovery_configs: await bring('discovery_configs', overwrites.configs),
      generation_configs: await bring('generation_configs', overwrites.configs),
    };
    // Asked at the end: a ruleset may rest on what came in after it.
    const ids = outcomes.rulesets.flatMap(({ importedId }) => importedId ?? []);
    const response = toImportResponse(outcomes, await this.rulesetStore.verdictsOf(ids));
    return { response, created: response.data.rulesets.metadata.created > 0 };
  }

  private async bringRulesets(
    user: AuthenticatedUser,
    archive: Archive,
    overwrite: boolean,
  ): Promise<RulesetOutcome[]> {
    const outcomes: RulesetOutcome[] = [];
    for (const item of archive.rulesets) {
      outcomes.push(await this.rulesets.import(user, item, { overwrite }));
    }
    return outcomes;
  }
}

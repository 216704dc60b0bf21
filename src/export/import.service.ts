import { Inject, Injectable } from '@nestjs/common';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { CONFIG, type Config } from '../config/config.js';
import { RulesetsService } from '../rulesets/rulesets.service.js';
import type { UploadedFile } from '../uploads/uploaded-file.js';
import { toImportResponse, type ImportDto, type ImportResponse } from './dto/import.dto.js';
import { ImportLibraries } from './import-libraries.js';
import { ImportRulesets, type RulesetOutcome } from './import-rulesets.js';
import { ImportSeeds } from './import-seeds.js';
import { readArchive, type Archive } from './read-archive.js';

/**
 * Unpacks an archive into this installation: seed files and libraries first, since rulesets may rest on them.
 */
@Injectable()
export class ImportService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly seeds: ImportSeeds,
    private readonly rulesets: ImportRulesets,
    private readonly libraries: ImportLibraries,
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
    const seeds = await this.seeds.import(user, archive.seeds, {
      overwrite: dto.overwrite_seed_files === 'true',
    });
    const libraries = await this.libraries.import(user, archive.libraries, {
      overwrite: dto.overwrite_libraries === 'true',
    });
    const rulesets: RulesetOutcome[] = [];
    for (const item of archive.rulesets) {
      rulesets.push(await this.rulesets.import(user, item, { overwrite: dto.overwrite_rulesets === 'true' }));
    }
    // Asked at the end: a ruleset may rest on what came in after it.
    const ids = rulesets.flatMap(({ importedId }) => importedId ?? []);
    const verdicts = await this.rulesetStore.verdictsOf(ids);
    const response = toImportResponse({ rulesets, libraries, seeds }, verdicts);
    return { response, created: response.data.rulesets.metadata.created > 0 };
  }
}

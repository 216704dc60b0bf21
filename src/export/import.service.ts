import { Injectable } from '@nestjs/common';

import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { RulesetsService } from '../rulesets/rulesets.service.js';
import type { UploadedFile } from '../uploads/uploaded-file.js';
import { toImportResponse, type ImportDto, type ImportResponse } from './dto/import.dto.js';
import { ImportLibraries } from './import-libraries.js';
import { ImportRulesets, type RulesetOutcome } from './import-rulesets.js';
import { readArchive } from './read-archive.js';

/** Unpacks an archive into this installation: libraries first, since rulesets may rest on them. */
@Injectable()
export class ImportService {
  constructor(
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
    const archive = await readArchive(file.path);
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
    const response = toImportResponse(rulesets, libraries, verdicts);
    return { response, created: response.data.rulesets.metadata.created > 0 };
  }
}

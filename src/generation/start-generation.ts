import { Injectable } from '@nestjs/common';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { DiscoveryResults } from '../discovery/discovery-results.js';
import type { UploadedFile } from '../uploads/uploaded-file.js';
import { AsyncGenerations } from './async-generations.js';
import { readReport } from './csv/read-report.js';
import type { AsyncGenerationV2Dto, FromCsvDto } from './dto/async-generation.dto.js';
import { GenerationConfigs } from './generation-configs.js';
import { GenerationSource } from './generation-source.js';
import type { GenerationTarget } from './generation-source.js';
import type { Generation } from './generation.entity.js';
import { readSelection } from './read-selection.js';

/** Checks what a caller wants generated before a worker is asked. */
@Injectable()
export class StartGeneration {
  constructor(
    private readonly source: GenerationSource,
    private readonly configs: GenerationConfigs,
    private readonly generations: AsyncGenerations,
    private readonly discoveries: DiscoveryResults,
  ) {}

  async fromSelection(
    user: AuthenticatedUser,
    connectionId: string,
    dto: AsyncGenerationV2Dto,
  ): Promise<Generation> {
    const target = await this.discovered(connectionId);
    const selection = readSelection(dto.selected_columns, dto.hash_columns);
    const configId = await this.checkedConfig(dto.rg_config);
    return this.generations.start(user, target, {
      wish: { selection, configId, targetBytes: null },
      force: false,
    });
  }

  async fromCsv(
    user: AuthenticatedUser,
    connectionId: string,
    { dto, file }: { readonly dto: FromCsvDto; readonly file: UploadedFile },
  ): Promise<Generation> {
    const target = await this.discovered(connectionId);
    const configId = await this.checkedConfig(dto.rg_config);
    const selection = await readReport(file);
    return this.generations.start(user, target, {
      wish: { selection, configId, targetBytes: dto.target_size_bytes },
      force: dto.force_run,
    });
  }

  private async discovered(connectionId: string): Promise<GenerationTarget> {
    const target = await this.source.target(connectionId);
    if (target.maskType !== 'database') {
      throw new InvalidInputError('This is a connection to files: columns are selected in databases only.');
    }
    if ((await this.discoveries.latestOf(connectionId)) === null) {
      throw new InvalidInputError(
        'There is no schema discovery report for this connection. Run a schema discovery first.',
      );
    }
    return target;
  }

  private async checkedConfig(id: string | null | undefined): Promise<string | null> {
    await this.configs.masksOf(id ?? null);
    return id ?? null;
  }
}

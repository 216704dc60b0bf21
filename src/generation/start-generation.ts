import { Injectable } from '@nestjs/common';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { DiscoveryResults } from '../discovery/discovery-results.js';
import type { UploadedFile } from '../uploads/uploaded-file.js';
import { AsyncGenerations } from './async-generations.js';
import { readReport } from './csv/read-report.js';
import type { AsyncGenerationV2Dto, FromCsvDto } from './dto/async-generation.dto.js';
import { readFileSelection } from './files/read-file-selection.js';
import { GenerationConfigs } from './generation-configs.js';
import { GenerationSource } from './generation-source.js';
import type { GenerationTarget } from './generation-source.js';
import type { GenerationWish } from './generation-wish.js';
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
    const target = await this.source.target(connectionId);
    const wish =
      target.maskType === 'file' ? await this.ofFiles(target, dto) : await this.ofTables(target, dto);
    const configId = await this.checkedConfig(dto.rg_config);
    return this.generations.start(user, target, {
      wish: { ...wish, configId, targetBytes: null },
      force: false,
    });
  }

  private async ofTables(
    target: GenerationTarget,
    dto: AsyncGenerationV2Dto,
  ): Promise<Pick<GenerationWish, 'selection'>> {
    await this.assertDiscovered(target);
    return { selection: readSelection(dto.selected_columns, dto.hash_columns) };
  }

  private async ofFiles(
    target: GenerationTarget,
    dto: AsyncGenerationV2Dto,
  ): Promise<Pick<GenerationWish, 'selection' | 'groups'>> {
    const groups = readFileSelection(dto.selected_data);
    await this.source.files.assertDiscovered(target.id);
    return { selection: [], groups };
  }

  async fromCsv(
    user: AuthenticatedUser,
    connectionId: string,
    { dto, file }: { readonly dto: FromCsvDto; readonly file: UploadedFile },
  ): Promise<Generation> {
    const target = await this.source.target(connectionId);
    await this.assertDiscovered(target);
    const configId = await this.checkedConfig(dto.rg_config);
    const selection = await readReport(file);
    return this.generations.start(user, target, {
      wish: { selection, configId, targetBytes: dto.target_size_bytes },
      force: dto.force_run,
    });
  }

  private async assertDiscovered(target: GenerationTarget): Promise<void> {
    if (target.maskType !== 'database') {
      throw new InvalidInputError('This is a connection to files: reports are of databases only.');
    }
    if ((await this.discoveries.latestOf(target.id)) === null) {
      throw new InvalidInputError(
        'There is no schema discovery report for this connection. Run a schema discovery first.',
      );
    }
  }

  private async checkedConfig(id: string | null | undefined): Promise<string | null> {
    await this.configs.masksOf(id ?? null);
    return id ?? null;
  }
}

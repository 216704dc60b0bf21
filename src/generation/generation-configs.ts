import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import type { AuditAction } from '../audit/audit-vocabulary.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError, NotFoundError } from '../common/errors/domain-error.js';
import type { PageSlice } from '../common/http/dto/page.dto.js';
import { transaction } from '../database/transaction.js';
import { onUniqueViolation } from '../database/unique-violation.js';
import { defaultGenerationConfig, readGenerationConfig } from '../engine/index.js';
import type { GenerationConfigResult, WrittenMask } from '../engine/index.js';
import { SeedFilesService } from '../rulesets/seed-files.service.js';
import { SettingsService } from '../settings/settings.service.js';
import type { GenerationConfigDto } from './dto/generation-config.dto.js';
import type { JudgedConfig } from './judged-config.js';
import { GenerationConfig } from './generation-config.entity.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Stores generation configs, valid or not. They are judged when they are read: seed files come and go. */
@Injectable()
export class GenerationConfigs {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seedFiles: SeedFilesService,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  async list(
    name: string | undefined,
    slice: PageSlice,
  ): Promise<{ configs: JudgedConfig[]; count: number }> {
    const [found, count] = await this.dataSource.manager.findAndCount(GenerationConfig, {
      where: name === undefined ? {} : { name },
      order: { name: 'ASC' },
      take: slice.limit,
      skip: slice.offset,
    });
    return { configs: await Promise.all(found.map((config) => this.judged(config))), count };
  }

  /** All of them, by name, without their texts. */
  index(manager: EntityManager = this.dataSource.manager): Promise<Pick<GenerationConfig, 'id' | 'name'>[]> {
    return manager.find(GenerationConfig, { select: { id: true, name: true }, order: { name: 'ASC' } });
  }

  async text(id: string, manager: EntityManager = this.dataSource.manager): Promise<string> {
    return (await this.find(id, manager)).configYaml;
  }

  async get(id: string): Promise<JudgedConfig> {
    return this.judged(await this.find(id, this.dataSource.manager));
  }

  async create(user: AuthenticatedUser, dto: GenerationConfigDto): Promise<JudgedConfig> {
    return this.save(
      user,
      'created',
      () => Promise.resolve(Object.assign(new GenerationConfig(), { id: randomUUID() })),
      dto,
    );
  }

  async replace(user: AuthenticatedUser, id: string, dto: GenerationConfigDto): Promise<JudgedConfig> {
    return this.save(user, 'modified', (manager) => this.find(id, manager), dto);
  }

  async remove(user: AuthenticatedUser, id: string): Promise<void> {
    await transaction(this.dataSource, async (manager) => {
      const config = await this.find(id, manager);
      await manager.delete(GenerationConfig, { id });
      await this.record(user, 'deleted', config, manager);
    });
  }

  async defaults(): Promise<string> {
    return defaultGenerationConfig((await this.settings.current()).locality);
  }

  /** The masks by label; null: only the built-in ones. Throws `InvalidInputError` for one that is not there or not valid. */
  async masksOf(id: string | null): Promise<ReadonlyMap<string, readonly WrittenMask[]>> {
    if (id === null) {
      return new Map();
    }
    const config = UUID.test(id) ? await this.dataSource.manager.findOneBy(GenerationConfig, { id }) : null;
    if (config === null) {
      throw new InvalidInputError({ rg_config: ['The ruleset generation config object does not exist.'] });
    }
    const { masks, problems } = await this.read(config);
    if (problems.some(({ severity }) => severity === 'error')) {
      throw new InvalidInputError({
        rg_config: [`The ruleset generation config "${config.name}" is not valid.`],
      });
    }
    return masks;
  }

  private async judged(config: GenerationConfig): Promise<JudgedConfig> {
    return { config, problems: (await this.read(config)).problems };
  }

  private async read({ configYaml }: GenerationConfig): Promise<GenerationConfigResult> {
    const { locality } = await this.settings.current();
    return readGenerationConfig(configYaml, { locality, seedCatalog: await this.seedFiles.catalog() });
  }

  private async save(
    user: AuthenticatedUser,
    action: AuditAction,
    prepare: (manager: EntityManager) => Promise<GenerationConfig>,
    { name, config_yaml: configYaml }: GenerationConfigDto,
  ): Promise<JudgedConfig> {
    const saved = transaction(this.dataSource, async (manager) => {
      const config = Object.assign(await prepare(manager), { name, configYaml, modifiedTime: new Date() });
      await manager.save(config);
      await this.record(user, action, config, manager);
      return config;
    });
    return this.judged(
      await onUniqueViolation(
        saved,
        () => new InvalidInputError({ name: ['A ruleset generation config with this name exists already.'] }),
      ),
    );
  }

  private async find(id: string, manager: EntityManager): Promise<GenerationConfig> {
    const config = await manager.findOneBy(GenerationConfig, { id });
    if (config === null) {
      throw new NotFoundError();
    }
    return config;
  }

  private record(
    user: AuthenticatedUser,
    action: AuditAction,
    { name }: GenerationConfig,
    manager: EntityManager,
  ): Promise<void> {
    const description = `Ruleset generation config "${name}"`;
    return this.audit.record({ user, category: 'generation', action, description }, manager);
  }
}

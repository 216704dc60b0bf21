import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import type { AuditAction } from '../../audit/audit-vocabulary.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { InvalidInputError, NotFoundError } from '../../common/errors/domain-error.js';
import { sliceOf } from '../../common/http/dto/page.dto.js';
import { transaction } from '../../database/transaction.js';
import { onUniqueViolation } from '../../database/unique-violation.js';
import { ConfigReader } from './config-reader.js';
import { DiscoveryConfig } from './discovery-config.entity.js';
import type { DiscoveryConfigDto, DiscoveryConfigsQuery } from './dto/discovery-config.dto.js';

/** Stores discovery configs, valid or not. */
@Injectable()
export class DiscoveryConfigsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: ConfigReader,
    private readonly audit: AuditService,
  ) {}

  /** By name. */
  list(query: DiscoveryConfigsQuery): Promise<[DiscoveryConfig[], number]> {
    const { limit, offset } = sliceOf(query);
    return this.dataSource.manager.findAndCount(DiscoveryConfig, {
      where: {
        ...(query.name_exact === undefined ? {} : { name: query.name_exact }),
        ...(query.config_type === undefined ? {} : { configType: query.config_type }),
      },
      order: { name: 'ASC', configType: 'ASC' },
      take: limit,
      skip: offset,
    });
  }

  /** All of them, by name, without their texts. */
  index(
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Pick<DiscoveryConfig, 'id' | 'name' | 'configType'>[]> {
    return manager.find(DiscoveryConfig, {
      select: { id: true, name: true, configType: true },
      order: { name: 'ASC', configType: 'ASC' },
    });
  }

  async text(id: string, manager: EntityManager = this.dataSource.manager): Promise<string> {
    return (await this.find(id, manager)).configYaml;
  }

  async get(id: string): Promise<DiscoveryConfig> {
    return this.find(id, this.dataSource.manager);
  }

  /** Of several requests for one name at the same time, exactly one succeeds. */
  create(user: AuthenticatedUser, dto: DiscoveryConfigDto): Promise<DiscoveryConfig> {
    const fresh = (): Promise<DiscoveryConfig> =>
      Promise.resolve(Object.assign(new DiscoveryConfig(), { id: randomUUID() }));
    return this.save(user, 'created', fresh, dto);
  }

  replace(user: AuthenticatedUser, id: string, dto: DiscoveryConfigDto): Promise<DiscoveryConfig> {
    return this.save(user, 'modified', (manager) => this.find(id, manager), dto);
  }

  /** Runs that were started by it keep their snapshots. */
  async remove(user: AuthenticatedUser, id: string): Promise<void> {
    await transaction(this.dataSource, async (manager) => {
      const config = await this.find(id, manager);
      await manager.delete(DiscoveryConfig, { id });
      await this.record(user, 'deleted', config, manager);
    });
  }

  private async save(
    user: AuthenticatedUser,
    action: AuditAction,
    prepare: (manager: EntityManager) => Promise<DiscoveryConfig>,
    { name, config_yaml: configYaml, config_type: configType }: DiscoveryConfigDto,
  ): Promise<DiscoveryConfig> {
    const saved = transaction(this.dataSource, async (manager) => {
      await this.reader.holdLibraries(manager);
      const config = Object.assign(
        await prepare(manager),
        { name, configYaml, configType, modifiedTime: new Date() },
        await this.reader.judge(configYaml, configType, manager),
      );
      await manager.save(config);
      await this.record(user, action, config, manager);
      return manager.findOneByOrFail(DiscoveryConfig, { id: config.id });
    });
    return onUniqueViolation(
      saved,
      () =>
        new InvalidInputError({ name: ['A discovery config of this type with this name exists already.'] }),
    );
  }

  private async find(id: string, manager: EntityManager): Promise<DiscoveryConfig> {
    const config = await manager.findOneBy(DiscoveryConfig, { id });
    if (config === null) {
      throw new NotFoundError();
    }
    return config;
  }

  private record(
    user: AuthenticatedUser,
    action: AuditAction,
    { name, configType }: DiscoveryConfig,
    manager: EntityManager,
  ): Promise<void> {
    const description = `Discovery config "${name}" (${configType})`;
    return this.audit.record({ user, category: 'discovery', action, description }, manager);
  }
}

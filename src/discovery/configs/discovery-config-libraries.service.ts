import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { ArrayContains, type DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import type { AuditAction } from '../../audit/audit-vocabulary.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { InvalidInputError, NotFoundError } from '../../common/errors/domain-error.js';
import { transaction } from '../../database/transaction.js';
import { onUniqueViolation } from '../../database/unique-violation.js';
import { assertNoImporters, NAMED_IMPORTERS } from '../../rulesets/libraries/imported-library.js';
import { libraryPath } from '../../rulesets/ruleset-sources.js';
import { ConfigReader } from './config-reader.js';
import { DiscoveryConfigLibrary } from './discovery-config-library.entity.js';
import { DiscoveryConfig } from './discovery-config.entity.js';
import type { ConfigLibrariesQuery, ConfigLibraryDto } from './dto/config-library.dto.js';
import type { UsedLibrary } from './used-library.js';

/** Stores libraries of discovery configs, valid or not; with every change the configs that import them are judged again. */
@Injectable()
export class DiscoveryConfigLibrariesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: ConfigReader,
    private readonly audit: AuditService,
  ) {}

  /** By namespace and name. */
  async list(query: ConfigLibrariesQuery): Promise<UsedLibrary[]> {
    const libraries = await this.dataSource.manager.find(DiscoveryConfigLibrary, {
      where: {
        ...(query.name_exact === undefined ? {} : { name: query.name_exact }),
        ...(query.namespace_exact === undefined ? {} : { namespace: query.namespace_exact }),
      },
      order: { namespace: 'ASC', name: 'ASC' },
    });
    const counts = await this.usageCounts();
    return libraries.map((library) => ({ library, usageCount: counts.get(libraryPath(library)) ?? 0 }));
  }

  /** All of them, by path, without their texts. */
  index(
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Pick<DiscoveryConfigLibrary, 'id' | 'name' | 'namespace'>[]> {
    return manager.find(DiscoveryConfigLibrary, {
      select: { id: true, name: true, namespace: true },
      order: { namespace: 'ASC', name: 'ASC' },
    });
  }

  async text(id: string, manager: EntityManager = this.dataSource.manager): Promise<string> {
    return found(await manager.findOneBy(DiscoveryConfigLibrary, { id })).configYaml;
  }

  async get(id: string): Promise<UsedLibrary> {
    return this.used(found(await this.dataSource.manager.findOneBy(DiscoveryConfigLibrary, { id })));
  }

  /** Of several requests for one name at the same time, exactly one succeeds. */
  create(user: AuthenticatedUser, dto: ConfigLibraryDto): Promise<UsedLibrary> {
    return this.change(user, 'created', async (manager) => {
      const library = Object.assign(new DiscoveryConfigLibrary(), { id: randomUUID() }, this.content(dto));
      return manager.save(library);
    });
  }

  replace(user: AuthenticatedUser, id: string, dto: ConfigLibraryDto): Promise<UsedLibrary> {
    return this.change(user, 'modified', async (manager) => {
      const library = await hold(manager, id);
      const content = this.content(dto);
      if (libraryPath(content) !== libraryPath(library)) {
        await assertNotImported(library, manager, 'renamed');
      }
      return manager.save(Object.assign(library, content, { modifiedTime: new Date() }));
    });
  }

  /** Refused while configs import it; with `force` they are no longer valid afterwards. */
  async remove(user: AuthenticatedUser, id: string, { force }: { readonly force: boolean }): Promise<void> {
    await this.change(user, 'deleted', async (manager) => {
      const library = await hold(manager, id);
      if (!force) {
        await assertNotImported(library, manager, 'deleted');
      }
      await manager.delete(DiscoveryConfigLibrary, { id });
      return library;
    });
  }

  /** One transaction: the change, its audit entry and the verdicts that follow from it. */
  private async change(
    user: AuthenticatedUser,
    action: AuditAction,
    make: (manager: EntityManager) => Promise<DiscoveryConfigLibrary>,
  ): Promise<UsedLibrary> {
    const changed = transaction(this.dataSource, async (manager) => {
      await this.reader.lockLibraries(manager);
      const library = await make(manager);
      const description = `Discovery config library "${libraryPath(library)}"`;
      await this.audit.record({ user, category: 'discovery', action, description }, manager);
      await this.reader.recheckImporters([libraryPath(library)], manager);
      return library;
    });
    const taken = 'A discovery config library with this name exists already in this namespace.';
    return this.used(await onUniqueViolation(changed, () => new InvalidInputError({ name: [taken] })));
  }

  private content(
    dto: ConfigLibraryDto,
  ): Pick<DiscoveryConfigLibrary, 'name' | 'namespace' | 'configYaml' | 'validationErrors'> {
    const { name, config_yaml: configYaml } = dto;
    const validationErrors = this.reader.judgeLibrary(configYaml);
    return { name, namespace: dto.namespace ?? '', configYaml, validationErrors };
  }

  private async used(library: DiscoveryConfigLibrary): Promise<UsedLibrary> {
    const usageCount = await this.dataSource.manager.countBy(DiscoveryConfig, importing(library));
    return { library, usageCount };
  }

  private async usageCounts(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(DiscoveryConfig, 'config')
      .select('unnest(config.imports)', 'path')
      .addSelect('count(DISTINCT config.id)::int', 'count')
      .groupBy('path')
      .getRawMany<{ path: string; count: number }>();
    return new Map(rows.map(({ path, count }) => [path, count]));
  }
}

function found(library: DiscoveryConfigLibrary | null): DiscoveryConfigLibrary {
  if (library === null) {
    throw new NotFoundError();
  }
  return library;
}

async function hold(manager: EntityManager, id: string): Promise<DiscoveryConfigLibrary> {
  return found(await manager.findOneBy(DiscoveryConfigLibrary, { id }));
}

function importing(library: DiscoveryConfigLibrary): { imports: ReturnType<typeof ArrayContains> } {
  return { imports: ArrayContains([libraryPath(library)]) };
}

async function assertNotImported(
  library: DiscoveryConfigLibrary,
  manager: EntityManager,
  what: 'renamed' | 'deleted',
): Promise<void> {
  const [some, count] = await manager.findAndCount(DiscoveryConfig, {
    where: importing(library),
    order: { name: 'ASC' },
    take: NAMED_IMPORTERS,
  });
  assertNoImporters(what, { kind: 'discovery configs', some, count });
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { ArrayContains, IsNull, type DataSource, type EntityManager, type FindManyOptions } from 'typeorm';

import { AuditService } from '../../audit/audit.service.js';
import type { AuditAction } from '../../audit/audit-vocabulary.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { InvalidInputError, NotFoundError } from '../../common/errors/domain-error.js';
import { sliceOf, type PageSlice } from '../../common/http/dto/page.dto.js';
import { transaction } from '../../database/transaction.js';
import { onUniqueViolation } from '../../database/unique-violation.js';
import type { RulesetLibrariesQuery, RulesetLibraryDto } from '../dto/ruleset-library.dto.js';
import { RulesetCascade } from '../ruleset-cascade.js';
import { RulesetReader } from '../ruleset-reader.js';
import type { StoredText } from '../ruleset-validation.service.js';
import { Ruleset } from '../ruleset.entity.js';
import { libraryPath } from '../ruleset-sources.js';
import type { Verdict } from '../validation-status.js';
import { assertNoImporters, NAMED_IMPORTERS } from './imported-library.js';
import { lockSources } from './library-lock.js';
import { RulesetLibrary } from './ruleset-library.entity.js';

/** One change of a library: what is stored now, and the names whose importers are to be judged again. */
interface Change {
  readonly library: RulesetLibrary;
  readonly action: AuditAction | null;
}

/** Stores libraries, valid or not; with every change the rulesets that import them are judged again. */
@Injectable()
export class RulesetLibrariesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: RulesetReader,
    private readonly cascade: RulesetCascade,
    private readonly audit: AuditService,
  ) {}

  list(query: RulesetLibrariesQuery): Promise<[RulesetLibrary[], number]> {
    const { limit, offset } = sliceOf(query);
    return this.dataSource.manager.findAndCount(RulesetLibrary, {
      where: {
        ...(query.name_exact === undefined ? {} : { name: query.name_exact }),
        ...(query.namespace_exact === undefined ? {} : { namespace: query.namespace_exact }),
      },
      order: { namespace: 'ASC', name: 'ASC' },
      take: limit,
      skip: offset,
    });
  }

  /** All of them, by path, without their texts. */
  index(
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Pick<RulesetLibrary, 'id' | 'name' | 'namespace'>[]> {
    return manager.find(RulesetLibrary, {
      select: { id: true, name: true, namespace: true },
      order: { namespace: 'ASC', name: 'ASC' },
    });
  }

  async text(id: string, manager: EntityManager = this.dataSource.manager): Promise<string> {
    return found(await manager.findOneBy(RulesetLibrary, { id })).configYaml;
  }

  async get(id: string): Promise<RulesetLibrary> {
    return found(await this.dataSource.manager.findOneBy(RulesetLibrary, { id }));
  }

  /** The rulesets in use that import the library. */
  async importers(id: string, { limit, offset }: PageSlice): Promise<[Ruleset[], number]> {
    const library = await this.get(id);
    return this.dataSource.manager.findAndCount(Ruleset, {
      ...importing(library),
      take: limit,
      skip: offset,
    });
  }

  /** Of several requests for one name at the same time, exactly one succeeds. */
  create(user: AuthenticatedUser, dto: RulesetLibraryDto): Promise<RulesetLibrary> {
    return this.change(user, async (manager) => {
      const library = Object.assign(
        new RulesetLibrary(),
        { id: randomUUID() },
        await this.content(dto, manager),
      );
      return { library: await manager.save(library), action: 'created' };
    });
  }

  replace(user: AuthenticatedUser, id: string, dto: RulesetLibraryDto): Promise<RulesetLibrary> {
    return this.change(user, async (manager) => {
      const library = await hold(manager, id);
      const content = await this.content(dto, manager);
      if (libraryPath(content) !== libraryPath(library)) {
        await assertNotImported(library, manager, 'renamed');
      }
      Object.assign(library, content, { modifiedTime: new Date() });
      return { library: await manager.save(library), action: 'modified' };
    });
  }

  /** Judges the stored text again, and the rulesets that import it. */
  revalidate(id: string): Promise<RulesetLibrary> {
    return this.change(null, async (manager) => {
      const library = await hold(manager, id);
      const { modifiedTime } = library;
      await manager.update(
        RulesetLibrary,
        { id },
        { ...(await this.reader.judgeLibrary(library.configYaml, manager)), modifiedTime },
      );
      return { library: await manager.findOneByOrFail(RulesetLibrary, { id }), action: null };
    });
  }

  /** Refused while rulesets import it; with `force` they are no longer valid afterwards. */
  async remove(user: AuthenticatedUser, id: string, { force }: { readonly force: boolean }): Promise<void> {
    await this.change(user, async (manager) => {
      const library = await hold(manager, id);
      if (!force) {
        await assertNotImported(library, manager, 'deleted');
      }
      await manager.delete(RulesetLibrary, { id });
      return { library, action: 'deleted' };
    });
  }

  /** One transaction: the change, its audit entry and the verdicts that follow from it. */
  private async change(
    user: AuthenticatedUser | null,
    make: (manager: EntityManager) => Promise<Change>,
  ): Promise<RulesetLibrary> {
    let waiting: readonly StoredText[] = [];
    const changed = transaction(this.dataSource, async (manager) => {
      await lockSources(manager);
      const { library, action } = await make(manager);
      if (user !== null && action !== null) {
        const description = `Ruleset library "${libraryPath(library)}"`;
        await this.audit.record({ user, category: 'library', action, description }, manager);
      }
      waiting = await this.cascade.recheck({ libraries: [libraryPath(library)] }, manager);
      return library;
    });
    const library = await onUniqueViolation(
      changed,
      () => new InvalidInputError({ name: ['A library with this name exists already in this namespace.'] }),
    );
    await this.cascade.enqueue(waiting);
    return library;
  }

  private async content(
    dto: RulesetLibraryDto,
    manager: EntityManager,
  ): Promise<Pick<RulesetLibrary, 'name' | 'namespace' | 'configYaml'> & Verdict> {
    const { name, config_yaml: configYaml } = dto;
    return {
      name,
      namespace: dto.namespace ?? '',
      configYaml,
      ...(await this.reader.judgeLibrary(configYaml, manager)),
    };
  }
}

function found(library: RulesetLibrary | null): RulesetLibrary {
  if (library === null) {
    throw new NotFoundError();
  }
  return library;
}

async function hold(manager: EntityManager, id: string): Promise<RulesetLibrary> {
  return found(await manager.findOne(RulesetLibrary, { where: { id }, lock: { mode: 'pessimistic_write' } }));
}

function importing(library: RulesetLibrary): FindManyOptions<Ruleset> {
  return {
    where: { imports: ArrayContains([libraryPath(library)]), archivedTime: IsNull() },
    order: { name: 'ASC', maskType: 'ASC' },
  };
}

async function assertNotImported(
  library: RulesetLibrary,
  manager: EntityManager,
  what: 'renamed' | 'deleted',
): Promise<void> {
  const [some, count] = await manager.findAndCount(Ruleset, {
    ...importing(library),
    take: NAMED_IMPORTERS,
  });
  assertNoImporters(what, { kind: 'rulesets', some, count });
}

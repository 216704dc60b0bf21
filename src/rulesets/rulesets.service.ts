import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { IsNull, Not, type DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';

import { AuditService } from '../audit/audit.service.js';
import type { AuditAction } from '../audit/audit-vocabulary.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError, NotFoundError } from '../common/errors/domain-error.js';
import { plainRows } from '../database/plain-rows.js';
import { insertMissing } from '../database/insert-missing.js';
import { transaction } from '../database/transaction.js';
import { onUniqueViolation } from '../database/unique-violation.js';
import type { RulesetDto } from './dto/ruleset.dto.js';
import { SHOWN_WITHOUT_TEXT, type ShownRuleset, type ShownWithoutText } from './dto/ruleset.response.js';
import { holdSources } from './libraries/library-lock.js';
import { RulesetReader } from './ruleset-reader.js';
import { RulesetUsage } from './ruleset-usage.js';
import { RulesetValidationService } from './ruleset-validation.service.js';
import { Ruleset } from './ruleset.entity.js';
import type { RunRuleset } from './run-ruleset.js';
import type { RulesetVerdict, ValidationStatus } from './validation-status.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const IN_USE = { archivedTime: IsNull() };
const NOT_IN_GIT = { gitBranch: null, gitCommitSha: null, gitRepoUrl: null, gitSyncedAt: null };

/** The commit that holds a text. */
export interface GitOrigin {
  readonly text: string;
  readonly branch: string;
  readonly commitSha: string;
  readonly repoUrl: string;
}

/** Stores rulesets, valid or not; whatever is wrong with a text is stored beside it. */
@Injectable()
export class RulesetsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly validation: RulesetValidationService,
    private readonly reader: RulesetReader,
    private readonly usage: RulesetUsage,
    private readonly audit: AuditService,
  ) {}

  list(): Promise<ShownRuleset[]> {
    return plainRows(this.inUse(), [...SHOWN_WITHOUT_TEXT, 'configYaml']);
  }

  listWithoutTexts(): Promise<ShownWithoutText[]> {
    return plainRows(this.inUse(), SHOWN_WITHOUT_TEXT);
  }

  /** Names of all rulesets in use, in the order of their names; cheap however long the texts are. */
  index(
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Pick<Ruleset, 'id' | 'name' | 'maskType'>[]> {
    const select = { id: true, name: true, maskType: true };
    return manager.find(Ruleset, { select, where: IN_USE, order: { name: 'ASC', maskType: 'ASC' } });
  }

  /** Its text, archived or not. Throws `NotFoundError`. */
  async text(id: string, manager: EntityManager): Promise<string> {
    return this.found(
      await manager.findOne(Ruleset, { select: { id: true, configYaml: true }, where: { id } }),
    ).configYaml;
  }

  /** A ruleset whether or not it is archived; null: there never was one, or nothing refers to it any more. */
  findEver(id: string): Promise<Ruleset | null> {
    return UUID.test(id) ? this.dataSource.manager.findOneBy(Ruleset, { id }) : Promise.resolve(null);
  }

  findByName(name: string, maskType: Ruleset['maskType']): Promise<Ruleset | null> {
    return this.dataSource.manager.findOneBy(Ruleset, { name, maskType, ...IN_USE });
  }

  async get(id: string): Promise<Ruleset> {
    return this.found(await this.dataSource.manager.findOneBy(Ruleset, { id, ...IN_USE }));
  }

  /**
   * Of several requests for one name and type at the same time, exactly one creates it; the others are refused, or with
   * `upsert` overwrite it.
   */
  async create(
    user: AuthenticatedUser,
    dto: RulesetDto,
    { upsert, id = randomUUID() }: { readonly upsert: boolean; readonly id?: string },
  ): Promise<{ ruleset: Ruleset; created: boolean }> {
    if (upsert) {
      return this.upsert(user, dto);
    }
    const ruleset = await this.save(user, 'created', async (manager) =>
      newRuleset(id, dto, await this.judge(dto, 'database', manager)),
    );
    return { ruleset, created: true };
  }

  /** How the checks of these rulesets stand, by id. */
  async verdictsOf(ids: readonly string[]): Promise<ReadonlyMap<string, ValidationStatus>> {
    const rows: { id: string; status: ValidationStatus }[] = await this.dataSource.query(
      'SELECT id, validation_status AS status FROM ruleset WHERE id = ANY ($1::uuid[])',
      [ids],
    );
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  async replace(user: AuthenticatedUser, id: string, dto: RulesetDto): Promise<Ruleset> {
    return this.save(user, 'modified', async (manager) => {
      const ruleset = await this.hold(manager, id);
      return changed(ruleset, dto, await this.judge(dto, ruleset.maskType, manager));
    });
  }

  /** Takes an archived ruleset into use again, with this name and content. Throws `NotFoundError` when it is not archived. */
  async restore(user: AuthenticatedUser, id: string, dto: RulesetDto): Promise<Ruleset> {
    return this.save(user, 'modified', async (manager) => {
      const where = { id, archivedTime: Not(IsNull()) };
      const ruleset = this.found(
        await manager.findOne(Ruleset, { where, lock: { mode: 'pessimistic_write' } }),
      );
      const restored = changed(ruleset, dto, await this.judge(dto, ruleset.maskType, manager));
      return Object.assign(restored, { archivedTime: null });
    });
  }

  /** Removes the ruleset; where something still refers to it, it is only taken out of sight (`archived`). */
  async remove(user: AuthenticatedUser, id: string): Promise<{ id: string; archived: boolean }> {
    return transaction(this.dataSource, async (manager) => {
      const ruleset = await this.hold(manager, id);
      const archived = await this.usage.isReferred(id, manager);
      if (archived) {
        await manager.update(Ruleset, { id }, { archivedTime: new Date() });
      } else {
        await manager.delete(Ruleset, { id });
      }
      await this.record(user, 'deleted', ruleset, manager);
      return { id, archived };
    });
  }

  /**
   * The ruleset for running; null: no such ruleset, or an archived one.
   * With a manager the row is held (shared) until its transaction ends, so that it cannot be deleted meanwhile.
   */
  async forRun(id: string, manager?: EntityManager): Promise<RunRuleset | null> {
    if (!UUID.test(id)) {
      return null;
    }
    if (manager !== undefined) {
      await holdSources(manager);
    }
    const ruleset = await (manager ?? this.dataSource.manager).findOne(Ruleset, {
      where: { id, ...IN_USE },
      ...(manager === undefined ? {} : { lock: { mode: 'pessimistic_read' } }),
    });
    return ruleset === null
      ? null
      : Object.assign(ruleset, { sources: await this.reader.sources(ruleset.imports, manager) });
  }

  /** Notes which commit holds the rulesets of this name; those whose text is another by now are left alone. */
  async markSynced(name: string, { text, branch, commitSha, repoUrl }: GitOrigin): Promise<void> {
    const origin = {
      gitBranch: branch,
      gitCommitSha: commitSha,
      gitRepoUrl: repoUrl,
      gitSyncedAt: new Date(),
    };
    await this.dataSource.manager.update(Ruleset, { name, configYaml: text, ...IN_USE }, origin);
  }

  private inUse(): SelectQueryBuilder<Ruleset> {
    const found = this.dataSource.manager.createQueryBuilder(Ruleset, 'ruleset').where(IN_USE);
    return found.orderBy('ruleset.name').addOrderBy('ruleset.maskType');
  }

  private async upsert(
    user: AuthenticatedUser,
    dto: RulesetDto,
  ): Promise<{ ruleset: Ruleset; created: boolean }> {
    const outcome = await transaction(this.dataSource, async (manager) => {
      await holdSources(manager);
      const verdict = await this.judge(dto, 'database', manager);
      const fresh = newRuleset(randomUUID(), dto, verdict);
      // Waits for a parallel insert of the same name, then does nothing where that one was committed.
      const insert = await insertMissing(manager, Ruleset, fresh);
      const created = (insert.raw as unknown[]).length > 0;
      const ruleset = this.found(
        await manager.findOne(Ruleset, {
          where: { name: fresh.name, maskType: fresh.maskType, ...IN_USE },
          lock: { mode: 'pessimistic_write' },
        }),
      );
      if (!created) {
        await manager.save(changed(ruleset, dto, verdict));
      }
      await this.record(user, created ? 'created' : 'modified', ruleset, manager);
      return { ruleset, created };
    });
    await this.validation.enqueueIfNeeded(outcome.ruleset);
    return outcome;
  }

  /** Saves what `prepare` gives and writes the audit entry, both or neither; then has a long text checked. */
  private async save(
    user: AuthenticatedUser,
    action: AuditAction,
    prepare: (manager: EntityManager) => Promise<Ruleset>,
  ): Promise<Ruleset> {
    const saved = transaction(this.dataSource, async (manager) => {
      await holdSources(manager);
      const ruleset = await manager.save(await prepare(manager));
      await this.record(user, action, ruleset, manager);
      return ruleset;
    });
    const ruleset = await onUniqueViolation(
      saved,
      () => new InvalidInputError({ name: ['A ruleset with this name and type exists already.'] }),
    );
    await this.validation.enqueueIfNeeded(ruleset);
    return ruleset;
  }

  private judge(
    dto: RulesetDto,
    otherwise: Ruleset['maskType'],
    manager: EntityManager,
  ): Promise<RulesetVerdict> {
    return this.validation.check(dto.config_yaml, dto.mask_type ?? otherwise, manager);
  }

  private async hold(manager: EntityManager, id: string): Promise<Ruleset> {
    const lock = { mode: 'pessimistic_write' as const };
    return this.found(await manager.findOne(Ruleset, { where: { id, ...IN_USE }, lock }));
  }

  private found(ruleset: Ruleset | null): Ruleset {
    if (ruleset === null) {
      throw new NotFoundError();
    }
    return ruleset;
  }

  private record(
    user: AuthenticatedUser,
    action: AuditAction,
    ruleset: Ruleset,
    manager: EntityManager,
  ): Promise<void> {
    const description = `Ruleset "${ruleset.name}" (${ruleset.maskType})`;
    return this.audit.record({ user, category: 'ruleset', action, description }, manager);
  }
}

function newRuleset(id: string, dto: RulesetDto, verdict: RulesetVerdict): Ruleset {
  return Object.assign(new Ruleset(), {
    id,
    name: dto.name,
    maskType: dto.mask_type ?? 'database',
    configYaml: dto.config_yaml,
    revision: 1,
    validationAttempts: 0,
    ...verdict,
    ...NOT_IN_GIT,
    archivedTime: null,
  });
}

function changed(ruleset: Ruleset, dto: RulesetDto, verdict: RulesetVerdict): Ruleset {
  return Object.assign(ruleset, {
    name: dto.name,
    maskType: dto.mask_type ?? ruleset.maskType,
    configYaml: dto.config_yaml,
    revision: ruleset.revision + 1,
    validationAttempts: 0,
    modifiedTime: new Date(),
    ...verdict,
    ...NOT_IN_GIT,
  });
}

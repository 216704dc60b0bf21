import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';

import { AuditService } from '../audit/audit.service.js';
import type { AuditAction } from '../audit/audit-vocabulary.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { ConflictError, NotFoundError } from '../common/errors/domain-error.js';
import { ChangeFeed } from '../database/change-feed.js';
import { transaction } from '../database/transaction.js';
import { onUniqueViolation } from '../database/unique-violation.js';
import { AiEngine } from '../rulesets/ai-engine.js';
import { SeedFilesService } from '../rulesets/seed-files.service.js';
import { CompiledPlans } from './compiled-plans.js';
import { IfmPlan } from './ifm-plan.entity.js';
import { isPlanName, withSuffix } from './plan-name.js';
import { DEFAULT_PLAN_OPTIONS, type PlanOptions } from './plan-options.js';
import { setUpPlan } from './plan-set-up.js';

/** A plan as it is asked for; what is not given takes its default. */
export interface NewPlan {
  /** Without the suffix. */
  readonly name: string;
  readonly rulesetYaml: string;
  readonly options: Partial<PlanOptions>;
}

/** Absent: stays as it is. */
export interface PlanChanges {
  readonly rulesetYaml?: string | undefined;
  readonly options: Partial<PlanOptions>;
}

/** Which part of the list is wanted. */
export interface PlanSlice {
  readonly limit: number;
  readonly offset: number;
}

/** Stores plans. A ruleset is set up before it is stored, so that no stored one is at fault. */
@Injectable()
export class IfmPlansService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seeds: SeedFilesService,
    private readonly engine: AiEngine,
    private readonly compiled: CompiledPlans,
    private readonly feed: ChangeFeed,
    private readonly audit: AuditService,
  ) {}

  /** Newest first. */
  async list({ limit, offset }: PlanSlice): Promise<{ plans: IfmPlan[]; total: number }> {
    const [plans, total] = await this.dataSource.manager.findAndCount(IfmPlan, {
      order: { id: 'DESC' },
      take: limit,
      skip: offset,
    });
    return { plans, total };
  }

  async get(name: string): Promise<IfmPlan> {
    return found(isPlanName(name) ? await this.dataSource.manager.findOneBy(IfmPlan, { name }) : null);
  }

  async create(user: AuthenticatedUser, { name, rulesetYaml, options }: NewPlan): Promise<IfmPlan> {
    const { logs } = await setUpPlan(rulesetYaml, this.seeds, await this.engine.detector());
    const plan = Object.assign(new IfmPlan(), {
      ...{ name: withSuffix(name), rulesetYaml, serial: 1, logs: [...logs] },
      ...DEFAULT_PLAN_OPTIONS,
      ...options,
    });
    const created = transaction(this.dataSource, async (manager) => {
      const { id } = await manager.save(plan);
      await this.record(user, 'created', plan, manager);
      return manager.findOneByOrFail(IfmPlan, { id });
    });
    return onUniqueViolation(created, () => new ConflictError('The random ending was taken: try again.'));
  }

  /** What is not given resets to its default. */
  async replace(
    user: AuthenticatedUser,
    name: string,
    { rulesetYaml, options }: Omit<NewPlan, 'name'>,
  ): Promise<IfmPlan> {
    return this.change(user, name, { rulesetYaml, options: { ...DEFAULT_PLAN_OPTIONS, ...options } });
  }

  /** What is not given stays. Of changes at once each gets a serial of its own, one after another. */
  async change(user: AuthenticatedUser, name: string, changes: PlanChanges): Promise<IfmPlan> {
    await this.get(name);
    const { rulesetYaml, options } = changes;
    const setUp =
      rulesetYaml === undefined
        ? undefined
        : await setUpPlan(rulesetYaml, this.seeds, await this.engine.detector());
    const plan = await transaction(this.dataSource, async (manager) => {
      const held = await this.hold(manager, name);
      Object.assign(held, options, { serial: held.serial + 1, modifiedTime: new Date() });
      Object.assign(held, setUp === undefined ? {} : { rulesetYaml, logs: [...setUp.logs] });
      await manager.save(held);
      await this.record(user, 'modified', held, manager);
      return held;
    });
    this.compiled.forget(name);
    return plan;
  }

  async remove(user: AuthenticatedUser, name: string): Promise<void> {
    await this.get(name);
    await transaction(this.dataSource, async (manager) => {
      const plan = await this.hold(manager, name);
      await manager.delete(IfmPlan, { id: plan.id });
      await this.record(user, 'deleted', plan, manager);
    });
    this.compiled.forget(name);
  }

  private async hold(manager: EntityManager, name: string): Promise<IfmPlan> {
    return found(await manager.findOne(IfmPlan, { where: { name }, lock: { mode: 'pessimistic_write' } }));
  }

  /** For the audit log, and for the processes that remember the plan. */
  private async record(
    user: AuthenticatedUser,
    action: AuditAction,
    plan: IfmPlan,
    manager: EntityManager,
  ): Promise<void> {
    await this.feed.announce(manager, 'ifm-plan', plan.name);
    const description = `In-flight plan "${plan.name}" (serial ${plan.serial})`;
    await this.audit.record({ user, category: 'ifm_plan', action, description }, manager);
  }
}

function found(plan: IfmPlan | null): IfmPlan {
  if (plan === null) {
    throw new NotFoundError('There is no ruleset plan of this name.');
  }
  return plan;
}

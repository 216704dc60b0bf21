import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

import { ConflictError, InvalidInputError } from '../common/errors/domain-error.js';
import { ChangeFeed } from '../database/change-feed.js';
import { Remembered } from '../database/remembered.js';
import { AiEngine } from '../rulesets/ai-engine.js';
import { SeedFilesService } from '../rulesets/seed-files.service.js';
import { CompiledPlan } from './compiled-plan.js';
import { IfmPlan } from './ifm-plan.entity.js';
import { isPlanName } from './plan-name.js';
import { setUpPlan, type PlanSetUp } from './plan-set-up.js';

/** Sizes are characters of ruleset text: a compiled plan takes some multiple of its text. */
const BOUNDS = { maxEntries: 10_000, maxSize: 32 * 1024 * 1024 };

/**
 * Plans ready to mask, kept in memory and asked for with every masking request. A change is seen at once by the process
 * that made it and within a second by all others.
 */
@Injectable()
export class CompiledPlans {
  private readonly plans: Remembered<CompiledPlan>;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seeds: SeedFilesService,
    private readonly engine: AiEngine,
    feed: ChangeFeed,
  ) {
    this.plans = new Remembered(feed, {
      topic: 'ifm-plan',
      sources: 'plan-source',
      bounds: BOUNDS,
      load: (name) => this.load(name),
      // What it draws from may have changed as well.
      isPresent: async (name, { serial, drawsFromSources }) =>
        !drawsFromSources && (await dataSource.manager.existsBy(IfmPlan, { name, serial })),
    });
  }

  /** The plan at its present serial; null: there is none of this name. */
  get(name: string): Promise<CompiledPlan | null> {
    return this.plans.get(name);
  }

  /** The same without waiting, where nothing has to be read; undefined: ask `get`. For the hot path. */
  ready(name: string): CompiledPlan | undefined {
    return this.plans.ready(name);
  }

  /** Called after the commit of a change. */
  forget(name: string): void {
    this.plans.forget(name);
  }

  private async load(name: string): Promise<{ value: CompiledPlan; size: number } | null> {
    const plan = isPlanName(name) ? await this.dataSource.manager.findOneBy(IfmPlan, { name }) : null;
    if (plan === null) {
      return null;
    }
    const value = new CompiledPlan(plan, await this.setUp(plan));
    return { value, size: plan.rulesetYaml.length + JSON.stringify(plan.logs).length };
  }

  /** It could be set up when it was stored; what it draws from may be gone since. */
  private async setUp({ rulesetYaml }: IfmPlan): Promise<PlanSetUp> {
    try {
      return await setUpPlan(rulesetYaml, this.seeds, await this.engine.detector());
    } catch (error) {
      throw error instanceof InvalidInputError
        ? new ConflictError(`The plan cannot be used any more. ${error.message}`)
        : error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

import { ChangeFeed } from '../database/change-feed.js';
import { Remembered } from '../database/remembered.js';
import { AiEngine } from '../rulesets/ai-engine.js';
import { SeedFilesService } from '../rulesets/seed-files.service.js';
import { CompiledPlan } from './compiled-plan.js';
import { IfmPlan } from './ifm-plan.entity.js';
import { isPlanName } from './plan-name.js';
import { setUpPlan } from './plan-set-up.js';

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
      bounds: BOUNDS,
      load: (name) => this.load(name),
      isPresent: (name, { serial }) => dataSource.manager.existsBy(IfmPlan, { name, serial }),
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
    const setUp = await setUpPlan(plan.rulesetYaml, this.seeds, await this.engine.detector());
    const value = new CompiledPlan(plan, setUp);
    return { value, size: plan.rulesetYaml.length + JSON.stringify(plan.logs).length };
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

import { ChangeFeed } from '../database/change-feed.js';
import { SeedFilesService } from '../rulesets/seed-files.service.js';
import { CompiledPlan } from './compiled-plan.js';
import { IfmPlan } from './ifm-plan.entity.js';
import { setUpPlan } from './plan-set-up.js';
import { SizedCache } from './sized-cache.js';

const MAX_PLANS = 10_000;
/** Together, in characters of ruleset text: a compiled plan takes some multiple of its text. */
const MAX_TEXT = 32 * 1024 * 1024;

/**
 * Plans ready to mask, kept in memory and asked for with every masking request. A change is seen at once by the process
 * that made it and within a second by all others: see `ChangeFeed`.
 */
@Injectable()
export class CompiledPlans {
  private readonly cache = new SizedCache<CompiledPlan>({ maxEntries: MAX_PLANS, maxSize: MAX_TEXT });
  private readonly loading = new Map<string, Promise<CompiledPlan | null>>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seeds: SeedFilesService,
    private readonly feed: ChangeFeed,
  ) {
    feed.listen('ifm-plan', {
      changed: (name) => {
        this.forget(name);
      },
      missed: () => {
        this.cache.clear();
        this.loading.clear();
      },
    });
  }

  /** The plan at its present serial; null: there is none of this name. */
  async get(name: string): Promise<CompiledPlan | null> {
    return this.ready(name) ?? (await this.find(name));
  }

  /** The same without waiting, where nothing has to be read: for the hot path. */
  ready(name: string): CompiledPlan | undefined {
    return this.feed.isCurrent() ? this.cache.get(name) : undefined;
  }

  /** Called after the commit of a change. */
  forget(name: string): void {
    this.cache.delete(name);
    this.loading.delete(name);
  }

  private async find(name: string): Promise<CompiledPlan | null> {
    if (await this.feed.prove()) {
      return this.cache.get(name) ?? (await this.load(name));
    }
    return this.check(name);
  }

  /** Changes are not heard, so that every request asks the database which serial is the present one. */
  private async check(name: string): Promise<CompiledPlan | null> {
    const present = await this.dataSource.manager.findOne(IfmPlan, {
      select: { id: true, serial: true },
      where: { name },
    });
    const known = this.cache.get(name);
    return present !== null && known?.serial === present.serial ? known : this.load(name);
  }

  /** One at a time for each name. A plan that changes meanwhile is not kept. */
  private load(name: string): Promise<CompiledPlan | null> {
    const known = this.loading.get(name);
    if (known !== undefined) {
      return known;
    }
    const load = this.read(name).then(
      (found) => {
        if (this.loading.get(name) === load) {
          this.loading.delete(name);
          if (found !== null) {
            this.cache.set(name, found.compiled, found.size);
          }
        }
        return found?.compiled ?? null;
      },
      (error: unknown) => {
        if (this.loading.get(name) === load) {
          this.loading.delete(name);
        }
        throw error;
      },
    );
    this.loading.set(name, load);
    return load;
  }

  private async read(name: string): Promise<{ compiled: CompiledPlan; size: number } | null> {
    const plan = await this.dataSource.manager.findOneBy(IfmPlan, { name });
    return plan === null
      ? null
      : {
          compiled: await this.compile(plan),
          size: plan.rulesetYaml.length + JSON.stringify(plan.logs).length,
        };
  }

  private async compile(plan: IfmPlan): Promise<CompiledPlan> {
    return new CompiledPlan(plan, await setUpPlan(plan.rulesetYaml, this.seeds));
  }
}

import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { ConnectionUsage } from '../connections/connection-usage.js';
import { RulesetUsage } from '../rulesets/ruleset-usage.js';
import { UNFINISHED_RUN_STATUSES } from './run-status.js';
import { Run } from './run.entity.js';

/** Tells connections and rulesets what runs still need of them. */
@Injectable()
export class RunReferences implements OnModuleInit {
  constructor(
    private readonly connectionUsage: ConnectionUsage,
    private readonly rulesetUsage: RulesetUsage,
  ) {}

  onModuleInit(): void {
    this.connectionUsage.register({
      reasonToKeep: (connectionId, manager) => this.reasonToKeep(connectionId, manager),
    });
    this.rulesetUsage.register({
      refersTo: (rulesetId, manager) => manager.existsBy(Run, { rulesetId }),
      reasonToKeepSeedFile: (name, manager) => this.reasonToKeepSeedFile(name, manager),
    });
  }

  private async reasonToKeep(connectionId: string, manager: EntityManager): Promise<string | null> {
    const status = In([...UNFINISHED_RUN_STATUSES]);
    const run = await manager.findOneBy(Run, [
      { connectionId, status },
      { destinationId: connectionId, status },
    ]);
    return run === null
      ? null
      : `Run ${run.id} works with this connection. Wait for its end, or cancel it first.`;
  }

  private async reasonToKeepSeedFile(name: string, manager: EntityManager): Promise<string | null> {
    const run = await manager
      .createQueryBuilder(Run, 'run')
      .where({ status: In([...UNFINISHED_RUN_STATUSES]) })
      .andWhere('strpos(run.ruleset_text || run.ruleset_sources::text, :name) > 0', { name })
      .select(['run.id'])
      .getOne();
    return run === null
      ? null
      : `Run ${run.id} draws from this seed file. Wait for its end, or cancel it first.`;
  }
}

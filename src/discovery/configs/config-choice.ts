import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { InvalidInputError } from '../../common/errors/domain-error.js';
import { defaultDiscoveryConfig } from '../../engine/index.js';
import type { DiscoveryTarget } from '../../engine/index.js';
import { ConfigReader } from './config-reader.js';
import { DiscoveryConfigSnapshot } from './discovery-config-snapshot.entity.js';
import { DiscoveryConfig } from './discovery-config.entity.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOST_TOLD = 10;

/** The config that a run is to discover by. */
export type ChosenConfig = Omit<DiscoveryConfigSnapshot, 'runId' | 'takenTime'>;

/** Chooses the config of a new run, and freezes it beside the run. */
@Injectable()
export class ConfigChoice {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: ConfigReader,
  ) {}

  /** Null and an empty text: the built-in defaults. Throws `InvalidInputError` for a config that cannot be used. */
  async choose(id: string | null | undefined, target: DiscoveryTarget): Promise<ChosenConfig> {
    if (id === null || id === undefined || id === '') {
      const configYaml = defaultDiscoveryConfig(target);
      return { configId: null, configName: '', configYaml, imports: [], configModifiedTime: null };
    }
    const { manager } = this.dataSource;
    const config = UUID.test(id) ? await manager.findOneBy(DiscoveryConfig, { id }) : null;
    assertUsable(config, target);
    return {
      configId: config.id,
      configName: config.name,
      configYaml: await this.reader.resolved(config, manager),
      imports: config.imports,
      configModifiedTime: config.modifiedTime,
    };
  }

  /** In the transaction that creates the run. */
  async freeze(
    manager: EntityManager,
    run: { readonly id: number; readonly createdTime: Date },
    chosen: ChosenConfig,
  ): Promise<void> {
    await manager.insert(DiscoveryConfigSnapshot, { ...chosen, runId: run.id, takenTime: run.createdTime });
  }
}

function assertUsable(
  config: DiscoveryConfig | null,
  target: DiscoveryTarget,
): asserts config is DiscoveryConfig {
  if (config === null) {
    // Clients tell a missing config from one that cannot be used by these words.
    throw new InvalidInputError({ discovery_config: ['The discovery config object does not exist.'] });
  }
  const { name, configType, validationErrors } = config;
  if (configType !== target) {
    const message = `The discovery config "${name}" is for a ${configType} connection, not for a ${target} connection.`;
    throw new InvalidInputError({ discovery_config: [message] });
  }
  if (validationErrors.length > 0) {
    const told = validationErrors
      .slice(0, MOST_TOLD)
      .map(({ line, column, message }) => `Line ${line}, column ${column}: ${message}`);
    throw new InvalidInputError({
      discovery_config: [`The discovery config "${name}" is not valid.`, ...told],
    });
  }
}

import type { DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from '../../migrations/index.js';
import type { Config } from '../config/config.js';
import { SnakeNamingStrategy } from './naming-strategy.js';
import { OWN_TYPES } from './read-time.js';

/** What differs between the application, the migration command and tests. */
export interface DataSourceSettings {
  readonly url: string;
  readonly poolSize: number;
  /** Shown in the server's process list. */
  readonly name: string;
}

/** Options of our own database. The schema is made by migrations alone. */
export function dataSourceOptions(settings: DataSourceSettings): DataSourceOptions {
  return {
    type: 'postgres',
    url: settings.url,
    applicationName: settings.name,
    namingStrategy: new SnakeNamingStrategy(),
    migrations: [...MIGRATIONS],
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    migrationsRun: false,
    synchronize: false,
    // pgcrypto or uuid-ossp are not needed: ids come from gen_random_uuid(), which the server has built in.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    extra: {
      max: settings.poolSize,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      types: OWN_TYPES,
    },
  };
}

/** The address of our own database, once it is known. */
export function databaseUrl(config: Config): string {
  if (config.database.url === null) {
    throw new Error('The database address was not resolved before it was needed.');
  }
  return config.database.url;
}

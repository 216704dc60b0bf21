import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Config } from '../config/config.js';
import { ChangeFeed } from './change-feed.js';
import { databaseUrl, dataSourceOptions } from './data-source.js';

/** Connections held by the API process: enough for its requests, few enough for a small server. */
const API_POOL = 12;

/** Opens our own database; domains add their entities by `TypeOrmModule.forFeature`. */
@Module({})
export class DatabaseModule {
  static forRoot(config: Config, process: 'api' | 'worker'): DynamicModule {
    const options = dataSourceOptions({
      url: databaseUrl(config),
      poolSize: process === 'api' ? API_POOL : config.workers.slots + 4,
      name: `vizard ${process}`,
    });
    return {
      module: DatabaseModule,
      global: true,
      imports: [TypeOrmModule.forRoot({ ...options, autoLoadEntities: true, retryAttempts: 0 })],
      providers: [ChangeFeed],
      exports: [ChangeFeed],
    };
  }
}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DiscoveryResult } from './discovery-result.entity.js';
import { DiscoveryResults } from './discovery-results.js';
import { DiscoveryTable } from './discovery-table.entity.js';
import { Discovery } from './discovery.entity.js';
import { DiscoveredFiles } from './files/discovered-files.js';

/** What discoveries found, for whoever only reads it: in API processes and in workers. */
@Module({
  imports: [TypeOrmModule.forFeature([Discovery, DiscoveryTable, DiscoveryResult])],
  providers: [DiscoveryResults, DiscoveredFiles],
  exports: [DiscoveryResults, DiscoveredFiles],
})
export class DiscoveryResultsModule {}

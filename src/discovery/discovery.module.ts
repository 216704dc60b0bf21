import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DiscoveryResult } from './discovery-result.entity.js';
import { DiscoveryResults } from './discovery-results.js';
import { DiscoveryTable } from './discovery-table.entity.js';
import { Discovery } from './discovery.entity.js';

/** The API side of discovery: start it, show what was found. */
@Module({
  imports: [TypeOrmModule.forFeature([Discovery, DiscoveryTable, DiscoveryResult])],
  providers: [DiscoveryResults],
  exports: [DiscoveryResults],
})
export class DiscoveryModule {}

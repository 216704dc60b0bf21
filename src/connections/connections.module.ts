import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { ConnectionTester } from './connection-tester.js';
import { ConnectionUsage } from './connection-usage.js';
import { ConnectionVault } from './connection-vault.js';
import { Connection } from './connection.entity.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionsService } from './connections.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Connection])],
  controllers: [ConnectionsController],
  providers: [ConnectionsService, ConnectionUsage, ConnectionVault, ConnectionTester],
  exports: [ConnectionsService, ConnectionUsage],
})
export class ConnectionsModule {}

import { Module } from '@nestjs/common';
import { ConnectionUsage } from './connection-usage.js';
import { ConnectionsService } from './connections.service.js';

@Module({
  providers: [ConnectionsService, ConnectionUsage],
  exports: [ConnectionsService, ConnectionUsage],
})
export class ConnectionsModule {}

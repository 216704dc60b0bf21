import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { ConnectionList } from './connection-list.js';
import { ConnectionStorages } from './connection-storages.js';
import { ConnectionTester } from './connection-tester.js';
import { ConnectionUsage } from './connection-usage.js';
import { ConnectionVault } from './connection-vault.js';
import { Connection } from './connection.entity.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionsService } from './connections.service.js';
import { AttachedFiles } from './files/attached-files.js';
import { ConnectionFile } from './files/connection-file.entity.js';
import { ConnectionFilesService } from './files/connection-files.service.js';
import { ConnectionFilesetsController } from './files/connection-filesets.controller.js';
import { OracleWalletsController } from './files/oracle-wallets.controller.js';
import { SnowflakeKeysController } from './files/snowflake-keys.controller.js';
import { TableReference } from './tables/table-reference.entity.js';
import { TableReferences } from './tables/table-references.js';
import { TableReferencesController } from './tables/table-references.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Connection, ConnectionFile, TableReference])],
  controllers: [
    ConnectionsController,
    ConnectionFilesetsController,
    OracleWalletsController,
    SnowflakeKeysController,
    TableReferencesController,
  ],
  providers: [
    ConnectionsService,
    ConnectionList,
    ConnectionUsage,
    ConnectionVault,
    ConnectionTester,
    ConnectionStorages,
    ConnectionFilesService,
    AttachedFiles,
    TableReferences,
  ],
  exports: [ConnectionsService, ConnectionStorages, ConnectionUsage],
})
export class ConnectionsModule {}

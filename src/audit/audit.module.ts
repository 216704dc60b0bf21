import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AuditLog } from './audit-log.entity.js';
import { AuditLogsController } from './audit-logs.controller.js';
import { AuditReaderService } from './audit-reader.service.js';
import { AuditRetentionService } from './audit-retention.service.js';
import { AuditService } from './audit.service.js';

/** Global, because every domain writes to the audit log. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditLog])],
  controllers: [AuditLogsController],
  providers: [AuditService, AuditReaderService, AuditRetentionService],
  exports: [AuditService],
})
export class AuditModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/connections.module.js';
import { PrivacyJobs } from './privacy-jobs.js';
import { PrivacyReport } from './privacy-report.entity.js';
import { PrivacyReportsController } from './privacy-reports.controller.js';
import { PrivacyReportsService } from './privacy-reports.service.js';

/** The API side of privacy reports. */
@Module({
  imports: [TypeOrmModule.forFeature([PrivacyReport]), ConnectionsModule],
  controllers: [PrivacyReportsController],
  providers: [PrivacyReportsService, PrivacyJobs],
})
export class PrivacyModule {}

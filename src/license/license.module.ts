import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { LicenseReports } from './license-report.js';
import { LicenseState } from './license-state.js';
import { LicenseController } from './license.controller.js';
import { StoredLicense } from './license.entity.js';
import { LicenseService } from './license.service.js';

/** What the licence allows. */
@Module({
  imports: [TypeOrmModule.forFeature([StoredLicense])],
  controllers: [LicenseController],
  providers: [LicenseService, LicenseReports, { provide: LicenseState, useExisting: LicenseService }],
  exports: [LicenseState, LicenseReports],
})
export class LicenseModule {}

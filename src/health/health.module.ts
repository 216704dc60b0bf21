import { Module } from '@nestjs/common';
import { LicenseModule } from '../license/license.module.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';

@Module({
  imports: [LicenseModule],
  controllers: [HealthController],
  providers: [HealthService],
})
export class HealthModule {}

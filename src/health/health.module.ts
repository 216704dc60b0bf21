import { Module } from '@nestjs/common';
import { LicenseModule } from '../license/license.module.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';
import { WorkerHeartbeats } from './worker-heartbeats.js';
import { HealthService } from './health.service.js';

@Module({
  imports: [LicenseModule],
  controllers: [HealthController],
  providers: [HealthService, Readiness, WorkerHeartbeats],
  exports: [WorkerHeartbeats],
})
export class HealthModule {}

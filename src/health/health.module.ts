import { Module } from '@nestjs/common';
import { LicenseModule } from '../license/license.module.js';
import { HealthController } from './health.controller.js';
import { WorkerHeartbeats } from './worker-heartbeats.js';
import { HealthService } from './health.service.js';

@Module({
  imports: [LicenseModule],
  controllers: [HealthController],
  providers: [HealthService, WorkerHeartbeats],
})
export class HealthModule {}

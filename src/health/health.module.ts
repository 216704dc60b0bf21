import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { HealthController } from './health.controller.js';
import { HealthService } from './health.service.js';

@Module({
  imports: [UsersModule],
  controllers: [HealthController],
  providers: [HealthService],
})
export class HealthModule {}

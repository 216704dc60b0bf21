import { Module } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/connections.module.js';
import { JobHandlers } from '../queue/job-queue.js';
import { MeasurePrivacy } from './measure-privacy.js';
import { PrivacyReport } from './privacy-report.entity.js';

/** The worker side of privacy reports. */
@Module({
  imports: [TypeOrmModule.forFeature([PrivacyReport]), ConnectionsModule],
  providers: [MeasurePrivacy],
})
export class PrivacyWorkerModule implements OnModuleInit {
  constructor(
    private readonly handlers: JobHandlers,
    private readonly measuring: MeasurePrivacy,
  ) {}

  onModuleInit(): void {
    this.handlers.register('measure-privacy', ({ reportId }) => this.measuring.run(reportId));
  }
}

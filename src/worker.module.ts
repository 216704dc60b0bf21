import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule } from './audit/audit.module.js';
import type { Logger } from './common/logging/logger.js';
import { LoggingModule } from './common/logging/logging.module.js';
import { TracingModule } from './common/tracing/tracing.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { GenerationWorkerModule } from './generation/generation.worker.module.js';
import { DiscoveryWorkerModule } from './discovery/discovery.worker.module.js';
import { InstallationModule } from './installation/installation.module.js';
import { InstallationService } from './installation/installation.service.js';
import { MailWorkerModule } from './mail/mail.worker.module.js';
import { PrivacyWorkerModule } from './privacy/privacy.worker.module.js';
import { QueueModule, type WorkerQueueSetup } from './queue/queue.module.js';
import { RulesetsWorkerModule } from './rulesets/rulesets.worker.module.js';
import { RunsWorkerModule } from './runs/runs.worker.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

/** Root of a worker process: the platform, then what the domains do in the background. */
@Module({})
export class WorkerModule {
  static forRoot(config: Config, logger: Logger, queue: WorkerQueueSetup): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule.forRoot(logger),
        TracingModule.forRoot(config.tracing, { role: 'worker', instance: queue.workerId }),
        DatabaseModule.forRoot(config, 'worker'),
        QueueModule.forWorker(config, queue, InstallationService),
        AuditModule,
        InstallationModule,
        UploadsModule,
        MailWorkerModule,
        SettingsModule,
        RulesetsWorkerModule,
        DiscoveryWorkerModule,
        RunsWorkerModule,
        GenerationWorkerModule,
        PrivacyWorkerModule,
      ],
    };
  }
}

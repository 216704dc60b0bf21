import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import type { Logger } from './common/logging/logger.js';
import { LoggingModule } from './common/logging/logging.module.js';
import { TracingModule } from './common/tracing/tracing.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { ConnectionsModule } from './connections/connections.module.js';
import { DatabaseModule } from './database/database.module.js';
import { DiscoveryModule } from './discovery/discovery.module.js';
import { ExportModule } from './export/export.module.js';
import { GenerationModule } from './generation/generation.module.js';
import { GitModule } from './git/git.module.js';
import { HealthModule } from './health/health.module.js';
import { IfmMaskModule } from './ifm-mask/ifm-mask.module.js';
import { IfmPlansModule } from './ifm-plans/ifm-plans.module.js';
import { InstallationModule } from './installation/installation.module.js';
import { InstallationService } from './installation/installation.service.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { MailModule } from './mail/mail.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { QueueModule } from './queue/queue.module.js';
import { newWorkerId } from './queue/worker-id.js';
import { RulesetsModule } from './rulesets/rulesets.module.js';
import { RunsModule } from './runs/runs.module.js';
import { UsersModule } from './users/users.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

/** Root of the API process: the platform, then the domains. */
@Module({})
export class AppModule {
  static forRoot(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule.forRoot(logger),
        TracingModule.forRoot(config.tracing, { role: config.role, instance: newWorkerId() }),
        DatabaseModule.forRoot(config, 'api'),
        QueueModule.forApi(config, InstallationService),
        AuditModule,
        InstallationModule,
        UploadsModule,
        MailModule,
        SettingsModule,
        AuthModule,
        UsersModule,
        HealthModule,
        MetricsModule,
        OpenApiModule,
        ConnectionsModule,
        RulesetsModule,
        ExportModule,
        GitModule,
        RunsModule,
        DiscoveryModule,
        GenerationModule,
        PrivacyModule,
        IfmPlansModule,
        IfmMaskModule,
      ],
    };
  }
}

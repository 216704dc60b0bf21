import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { LogsController } from './logs.controller.js';
import { LogsService } from './logs.service.js';
import { MailTestController } from './mail-test.controller.js';
import { SettingsController } from './settings.controller.js';
import { Settings } from './settings.entity.js';
import { SettingsService } from './settings.service.js';

/** Global, because settings concern many domains. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Settings])],
  controllers: [SettingsController, MailTestController, LogsController],
  providers: [SettingsService, LogsService],
  exports: [SettingsService],
})
export class SettingsModule {}

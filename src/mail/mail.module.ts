import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailDeliveryService } from './mail-delivery.service.js';
import { MailOutboxService } from './mail-outbox.service.js';
import { MailSetting } from './mail-setting.entity.js';
import { MailSettingsService } from './mail-settings.service.js';
import { OutgoingMail } from './outgoing-mail.entity.js';

/** Global, because several domains have something to tell by mail. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([MailSetting, OutgoingMail])],
  providers: [MailDeliveryService, MailOutboxService, MailSettingsService],
  exports: [MailDeliveryService, MailOutboxService, MailSettingsService],
})
export class MailModule {}

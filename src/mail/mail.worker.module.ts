import { Module, type OnModuleInit } from '@nestjs/common';
import { JobHandlers } from '../queue/job-queue.js';
import { MailDeliveryService } from './mail-delivery.service.js';
import { MailModule } from './mail.module.js';

@Module({ imports: [MailModule] })
export class MailWorkerModule implements OnModuleInit {
  constructor(
    private readonly handlers: JobHandlers,
    private readonly delivery: MailDeliveryService,
  ) {}

  onModuleInit(): void {
    this.handlers.register('send-mail', ({ mailId }) => this.delivery.send(mailId));
  }
}

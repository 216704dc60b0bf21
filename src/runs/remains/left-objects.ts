import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { WorkRecovery } from '../../queue/work-recovery.js';
import { LeftBookkeeping } from './left-bookkeeping.js';
import { RunObjects } from './run-objects.js';

/** At start and every minute: what runs changed in targets that were away when they ended is changed back. */
@Injectable()
export class LeftObjects implements OnModuleInit {
  constructor(
    private readonly objects: RunObjects,
    private readonly bookkeeping: LeftBookkeeping,
    private readonly recovery: WorkRecovery,
  ) {}

  onModuleInit(): void {
    this.recovery.register('what runs changed', () => this.objects.undoLeft());
    this.recovery.register('bookkeeping of runs', () => this.bookkeeping.dropLeft());
  }
}

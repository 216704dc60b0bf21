import { Injectable } from '@nestjs/common';
import { SweepFiles } from '../files/sweep-files.js';
import { RunObjects } from './run-objects.js';

/** Knows what runs leave in databases and storages, and removes it. */
@Injectable()
export class RunRemains {
  constructor(
    readonly objects: RunObjects,
    readonly files: SweepFiles,
  ) {}
}

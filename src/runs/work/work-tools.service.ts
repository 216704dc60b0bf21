import { Injectable } from '@nestjs/common';
import { EndPartition } from '../ledger/end-partition.js';
import { PartitionWorkers } from './partition-workers.js';
import { RunMasking } from './run-masking.js';
import { RunRecorder } from '../run-recorder.js';
import { TakePartition } from '../ledger/take-partition.js';

/** What the work of any partition needs. */
@Injectable()
export class WorkTools {
  constructor(
    readonly takes: TakePartition,
    readonly workers: PartitionWorkers,
    readonly recorder: RunRecorder,
    readonly ends: EndPartition,
    readonly masking: RunMasking,
  ) {}
}

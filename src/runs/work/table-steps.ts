import { Injectable } from '@nestjs/common';
import { MaskPartition } from '../walk/mask-partition.js';
import { RewriteKeys } from '../keys/rewrite-keys.js';
import { SplitTable } from './split-table.js';
import { VerifyTable } from './verify-table.js';

/** The steps of a `mask_table` task. */
@Injectable()
export class TableSteps {
  constructor(
    readonly split: SplitTable,
    readonly mask: MaskPartition,
    readonly verify: VerifyTable,
    readonly keys: RewriteKeys,
  ) {}
}

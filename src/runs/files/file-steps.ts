import { Injectable } from '@nestjs/common';
import { CheckFiles } from './check-files.js';
import { CleanUpFiles } from './clean-up-files.js';
import { ListFiles } from './list-files.js';
import { MaskFiles } from './mask-files.js';

/** Who works the steps of runs on files. */
@Injectable()
export class FileSteps {
  constructor(
    readonly check: CheckFiles,
    readonly list: ListFiles,
    readonly mask: MaskFiles,
    readonly cleanUp: CleanUpFiles,
  ) {}
}

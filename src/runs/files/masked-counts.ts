import type { FileCounts } from '../../adapters/formats/index.js';

/** What has come of the masking of one file. */
export interface MaskedCounts extends FileCounts {
  /** What its columns give cause to warn of, each once for all files of a task that one worker masks. */
  readonly warnings?: readonly FileWarning[];
}

export interface FileWarning {
  readonly code: string;
  readonly message: string;
}

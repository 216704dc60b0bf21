import { MaskingError } from '../../../engine/index.js';
import type { FileCounts, RecordMasker } from '../format-adapter.js';

/** Masks the records of one file one after another and counts them. */
export class RecordCounter {
  rows = 0;
  private rowsMasked = 0;

  /** `place`: where the record at hand is, for messages: `line 7`. */
  constructor(
    private readonly masker: RecordMasker,
    private readonly place: () => string,
  ) {}

  /** The record as it is to be written; the same where nothing changed. */
  mask(record: string): string | Promise<string> {
    try {
      const masked = this.masker.mask(record, this.rows);
      return masked instanceof Promise
        ? masked.then((text) => this.counted(record, text)).catch((error: unknown) => this.placed(error))
        : this.counted(record, masked);
    } catch (error) {
      return this.placed(error);
    }
  }

  get counts(): FileCounts {
    return { rows: this.rows, rowsMasked: this.rowsMasked, valuesMasked: this.masker.valuesMasked };
  }

  private counted(record: string, masked: string | null): string {
    this.rows++;
    if (masked === null || masked === record) {
      return record;
    }
    this.rowsMasked++;
    return masked;
  }

  private placed(error: unknown): never {
    if (error instanceof MaskingError) {
      const reason = `${this.place()}: ${error.reason}`;
      throw new MaskingError(error.code, reason, error.maskPath, error.column);
    }
    throw error;
  }
}

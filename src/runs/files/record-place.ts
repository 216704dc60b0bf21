import { MaskingError } from '../../engine/index.js';
import type { DocumentMask } from '../../engine/index.js';
import { PartitionFailure } from '../work/partition-failure.js';

/** What `work` gives; a value that a mask cannot take is told with its place in the file. `position`: from 0. */
export function inPlace<T>(what: 'Row' | 'Record', position: () => number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof MaskingError) {
      throw new PartitionFailure(error.code, `${what} ${position() + 1}: ${error.message}`);
    }
    throw error;
  }
}

/** Masks the records of a file that has many. */
export class PlacedRecords implements DocumentMask {
  readonly checksJson: boolean;

  constructor(private readonly records: DocumentMask) {
    this.checksJson = records.checksJson;
  }

  get valuesMasked(): number {
    return this.records.valuesMasked;
  }

  mask(record: string, position: number): string | null {
    return inPlace(
      'Record',
      () => position,
      () => this.records.mask(record, position),
    );
  }

  stream(text: Parameters<DocumentMask['stream']>[0]): ReturnType<DocumentMask['stream']> {
    return this.records.stream(text);
  }
}

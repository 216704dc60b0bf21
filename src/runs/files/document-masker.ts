import { maskTold } from '../../adapters/ai-engine/index.js';
import type { RemoteDetector } from '../../adapters/ai-engine/index.js';
import type { RecordMasker } from '../../adapters/formats/index.js';
import type { DocumentMask } from '../../engine/index.js';
import { PartitionFailure } from '../work/partition-failure.js';

type Stream = NonNullable<ReturnType<RecordMasker['stream']>>;

/** Masks the documents of one file, and asks the AI engine where there is one. */
export function documentMasker(mask: DocumentMask, detector: RemoteDetector | null): RecordMasker {
  return detector === null ? mask : new ToldDocuments(mask, detector);
}

class ToldDocuments implements RecordMasker {
  valuesMasked = 0;

  constructor(
    private readonly documents: DocumentMask,
    private readonly detector: RemoteDetector,
  ) {}

  get checksJson(): boolean {
    return this.documents.checksJson;
  }

  async mask(record: string, position: number): Promise<string | null> {
    let values = 0;
    const masked = await maskTold(this.detector, () => {
      const before = this.documents.valuesMasked;
      const outcome = this.documents.mask(record, position);
      values = this.documents.valuesMasked - before;
      return outcome;
    });
    this.valuesMasked += values;
    return masked;
  }

  stream(text: Parameters<RecordMasker['stream']>[0]): Stream | null {
    const stream = this.documents.stream(text);
    return stream === null
      ? null
      : { look: stream.look === null ? null : this.silent(stream.look), mask: this.silent(stream.mask) };
  }

  /** The engine's answers would come when the text is gone. */
  private silent(pass: Stream['mask']): Stream['mask'] {
    const answered = (units: string): string => {
      if (this.detector.hasQuestions) {
        const message =
          'The document is too long to be held, and its rules ask the AI engine about parts of it.';
        throw new PartitionFailure('too_long', message);
      }
      this.valuesMasked = this.documents.valuesMasked;
      return units;
    };
    return { push: (units) => answered(pass.push(units)), end: () => answered(pass.end()) };
  }
}

import { PRESETS } from './presets.js';
import type { DetectedEntity, DetectRequest, EntityDetector } from '../ports/entity-detector.js';
import type { NameDictionary } from './name-dictionary.js';

/** The built-in detector: patterns, checksums and lists of names. Needs nothing but itself. */
export class LocalDetector implements EntityDetector {
  constructor(private readonly names: NameDictionary) {}

  refusal(request: DetectRequest): string | null {
    if (request.preset === null) {
      return 'the built-in detector knows presets only; guidelines need an AI engine';
    }
    return PRESETS.has(request.preset) ? null : `the built-in detector has no preset "${request.preset}"`;
  }

  detect(text: string, requests: readonly DetectRequest[]): readonly DetectedEntity[] {
    return requests.flatMap(({ preset }, request) => {
      const find = preset === null ? undefined : PRESETS.get(preset);
      return (find?.(text, this.names) ?? []).map(({ start, end }) => ({ request, start, end }));
    });
  }
}

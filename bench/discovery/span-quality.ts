import { PRESETS } from '../../src/engine/detection/presets.js';
import type { NameDictionary } from '../../src/engine/detection/name-dictionary.js';
import { withoutOverlaps } from '../../src/engine/detection/spans.js';
import type { LabelledSentence, LabelledSpan } from './sentences.js';

/** The surest first: of two spans that are equally long it wins. */
const KINDS = 'EMAIL URL UUID IBAN CREDIT_CARD SSN MAC_ADDRESS IP_ADDRESS DATE ADDRESS FULL_NAME PHONE'.split(
  ' ',
);

/** How spans of one kind were told: those with the very same borders, those that are not, those that were not found. */
export interface SpanCounts {
  right: number;
  wrong: number;
  missed: number;
}

export interface SpanQuality {
  readonly byKind: ReadonlyMap<string, SpanCounts>;
  /** What was told wrong, in words. */
  readonly errors: readonly string[];
}

/** Finds all kinds at once, as the mask of free texts does, and compares. */
export function spanQuality(sentences: readonly LabelledSentence[], names: NameDictionary): SpanQuality {
  const byKind = new Map<string, SpanCounts>(KINDS.map((kind) => [kind, { right: 0, wrong: 0, missed: 0 }]));
  const errors: string[] = [];
  for (const { text, spans } of sentences) {
    const found = spansIn(text, names);
    for (const span of found) {
      const isRight = spans.some((other) => isSame(span, other));
      byKind.get(span.kind)![isRight ? 'right' : 'wrong']++;
      if (!isRight) {
        errors.push(`wrong ${span.kind}: [${text.slice(span.start, span.end)}] in ${text}`);
      }
    }
    for (const span of spans.filter((other) => !found.some((one) => isSame(one, other)))) {
      byKind.get(span.kind)!.missed++;
      errors.push(`missed ${span.kind}: [${text.slice(span.start, span.end)}] in ${text}`);
    }
  }
  return { byKind, errors };
}

/** Of the spans of all these kinds together. */
export function f1Of(counts: readonly SpanCounts[]): number {
  const sum = (key: keyof SpanCounts): number => counts.reduce((total, one) => total + one[key], 0);
  return (2 * sum('right')) / (2 * sum('right') + sum('wrong') + sum('missed'));
}

function spansIn(text: string, names: NameDictionary): readonly LabelledSpan[] {
  const all = KINDS.flatMap((kind, matcher) =>
    PRESETS.get(kind)!(text, names).map(({ start, end }) => ({ start, end, matcher })),
  );
  return withoutOverlaps(all, text.length).map(({ start, end, matcher }) => ({
    kind: KINDS[matcher]!,
    start,
    end,
  }));
}

function isSame(a: LabelledSpan, b: LabelledSpan): boolean {
  return a.kind === b.kind && a.start === b.start && a.end === b.end;
}

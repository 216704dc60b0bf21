import { CONTACT_DETECTORS } from './detectors/contact.js';
import { DATE_DETECTORS } from './detectors/dates.js';
import { FREE_TEXT_DETECTORS } from './detectors/free-text.js';
import { HEALTH_DETECTORS } from './detectors/health.js';
import { NAME_DETECTORS } from './detectors/names.js';
import { NATIONAL_ID_DETECTORS } from './detectors/national-ids.js';
import { ONLINE_DETECTORS } from './detectors/online.js';
import { PAYMENT_DETECTORS } from './detectors/payment.js';
import type { ValueSample } from './sample.js';
import type { ValueContext, ValueDetector } from './value-detector.js';

/** Every kind that is told by values, the surest first. */
export const VALUE_DETECTORS: readonly ValueDetector[] = [
  ...PAYMENT_DETECTORS,
  ...CONTACT_DETECTORS,
  ...NATIONAL_ID_DETECTORS,
  ...ONLINE_DETECTORS,
  ...HEALTH_DETECTORS,
  ...NAME_DETECTORS,
  ...DATE_DETECTORS,
  ...FREE_TEXT_DETECTORS,
];

/** What values were taken for. */
export interface ValueMatch {
  readonly label: string;
  /** Percent of the values. */
  readonly hitRatio: number;
  readonly score: number;
}

/** What the values of a column are most likely; null: nothing that is sensitive. */
export function detectByValues(sample: ValueSample, context: ValueContext): ValueMatch | null {
  let best: ValueMatch | null = null;
  if (sample.count === 0) {
    return best;
  }
  for (const detector of VALUE_DETECTORS) {
    const { label, least, score } = detector;
    if (!applies(detector, sample, context) || score <= (best?.score ?? 0)) {
      continue;
    }
    const hitRatio = detector.share(sample, context);
    const weighted = (score * hitRatio) / 100;
    if (hitRatio >= least && weighted > (best?.score ?? 0)) {
      best = { label, hitRatio, score: weighted };
    }
  }
  return best;
}

function applies(
  { kinds, needs, unless }: ValueDetector,
  sample: ValueSample,
  context: ValueContext,
): boolean {
  const { nameParts, tableParts } = context;
  return (
    kinds.includes(sample.kind) &&
    (needs === undefined || hasAny(needs, nameParts) || hasAny(needs, tableParts)) &&
    (unless === undefined || !hasAny(unless, nameParts))
  );
}

function hasAny(wanted: ReadonlySet<string>, parts: ReadonlySet<string>): boolean {
  return [...parts].some((part) => wanted.has(part));
}

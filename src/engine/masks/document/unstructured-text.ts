import { compileMatchers, SearchedText } from './text-matchers.js';
import { defineMask, TEXT_KINDS } from '../mask-definition.js';
import { entityHashSources, LABEL_MASKS, MATCHERS } from './text-parameters.js';
import { LabelMasks } from './label-masks.js';
import { maskList, optional, required } from '../parameters.js';
import { passesFilters } from './context-filters.js';
import { PRESETS } from '../../detection/presets.js';
import { quoted } from '../../ruleset/near-miss.js';
import { record, recordList } from '../record-parameters.js';
import { textInput } from '../text-input.js';
import { withoutOverlaps } from '../../detection/spans.js';
import type { FirstOfLabel } from './label-masks.js';
import type { Matchers } from './text-parameters.js';
import type { FoundSpan } from '../../detection/spans.js';
import type { ParamReport } from '../mask-definition.js';
import type { TextMatcher } from './text-matchers.js';

export const unstructuredText = defineMask({
  name: 'unstructured_text',
  family: 'document',
  role: 'combination',
  summary: 'Finds entities in free text, masks each by its label and keeps the rest.',
  accepts: TEXT_KINDS,
  gives: 'text',
  parameters: {
    matchers: required(record('How entities are found.', MATCHERS)),
    masks: required(recordList('What is done to the entities of each label.', LABEL_MASKS, 'label')),
    hash_sources: optional(entityHashSources('What the draws of an entity depend on besides the row.')),
    fallback_masks: optional(maskList('For labels that have no entry under "masks".')),
  },
  example:
    'type: unstructured_text\nmatchers:\n  regex: [{label: TICKET, pattern: "T-[0-9]{4}"}]\n  ai_detect:\n    - {label: MAIL, annotation_config: {use_preset: EMAIL}}\nmasks:\n  - {label: TICKET, masks: [{type: imitate}]}\n  - {label: MAIL, masks: [{type: from_fixed, value: "[mail]"}]}',
  choices: [
    'Where entities overlap the longest counts, then the matcher that is written first, then the earlier one.',
    'Values of columns and cells of files are found as whole words, in any case unless case_sensitive, with any white space for a space.',
    'A context filter looks at `window` characters on each side; several filters must all be met.',
    'Hash values alone give all entities of a label one replacement; hash_sources continue them: {self: entity} by the entity’s own text, {label: X} by the first entity of label X, in lower case and with single spaces.',
    'Without any hash every entity has draws of its own.',
    'fallback_masks serve labels without an entry; without them such a label is an error of the ruleset.',
    `Presets of the built-in detector: ${[...PRESETS.keys()].join(', ')}. Guidelines need an AI engine and are refused without one.`,
    'A part counts as a checked number when it has 6 to 64 characters, digits among them, in groups with single separators.',
  ],
  check({ matchers, masks, fallback_masks: fallback }, report) {
    checkLabels(labelsOf(matchers), new Set(masks.map(({ label }) => label)), fallback !== null, report);
  },
  compile({ matchers, masks, hash_sources: sources, fallback_masks: fallback }, context) {
    const read = textInput(context);
    const finders = compileMatchers(matchers, context);
    const byLabel = new Map(
      masks.map((entry) => [
        entry.label,
        new LabelMasks(entry.masks, entry.hash_sources ?? sources ?? [], context),
      ]),
    );
    const others = fallback === null ? null : new LabelMasks(fallback, sources ?? [], context);
    const labelMasks = finders.map(({ label }) => byLabel.get(label) ?? others);
    const distinct = new Set(labelMasks);
    return (value) => {
      const text = read(value);
      if (text === null || text === '') {
        return value;
      }
      const found = findAll(text, finders);
      if (found.length === 0) {
        return value;
      }
      context.changed(found.length);
      distinct.forEach((entry) => entry?.begin());
      const firstOfLabel = firstIn(text, found, finders);
      let result = '';
      let copied = 0;
      for (const span of found) {
        const entity = text.slice(span.start, span.end);
        const masked = read(labelMasks[span.matcher]?.apply(entity, firstOfLabel) ?? '');
        result += text.slice(copied, span.start) + (masked ?? '');
        copied = span.end;
      }
      return result + text.slice(copied);
    };
  },
});

function findAll(text: string, finders: readonly TextMatcher[]): readonly FoundSpan[] {
  const searched = new SearchedText(text);
  const spans = finders.flatMap(({ find, filters }, matcher) =>
    find(searched)
      .filter((span) => filters.length === 0 || passesFilters(text, span, filters))
      .map(({ start, end }) => ({ start, end, matcher })),
  );
  return withoutOverlaps(spans, text.length);
}

function firstIn(text: string, found: readonly FoundSpan[], finders: readonly TextMatcher[]): FirstOfLabel {
  return (label) => {
    const first = found.find(({ matcher }) => finders[matcher]?.label === label);
    return first === undefined ? null : text.slice(first.start, first.end);
  };
}

function labelsOf(matchers: Matchers): ReadonlySet<string> {
  const { context_sources: columns, seed_files: files, regex, checksum, ai_detect: detected } = matchers;
  const lists = [columns, files, regex, checksum, detected];
  return new Set(lists.flatMap((list) => (list ?? []).map(({ label }: { readonly label: string }) => label)));
}

function checkLabels(
  found: ReadonlySet<string>,
  masked: ReadonlySet<string>,
  hasFallback: boolean,
  report: ParamReport,
): void {
  if (found.size === 0) {
    report.error('missing_key', 'At least one matcher is needed.', 'matchers');
  }
  for (const label of found) {
    if (!masked.has(label) && !hasFallback) {
      report.error('unmasked_label', `The label ${quoted(label)} has no entry under "masks".`, 'matchers');
    }
  }
  for (const label of masked) {
    if (!found.has(label)) {
      report.warning('unused_label', `No matcher finds the label ${quoted(label)}.`, 'masks');
    }
  }
}

import { checksumFinder } from '../../detection/checksum-finder.js';
import { checkSeedColumns } from '../seed-rows.js';
import { FIRST_NAMES_FILE, LAST_NAMES_FILE } from './text-parameters.js';
import { findWord, WordFinder } from '../../detection/word-finder.js';
import { foldedWord, FoldedText } from '../../detection/folded-text.js';
import { LocalDetector } from '../../detection/local-detector.js';
import { NAME_PRESETS } from '../../detection/presets.js';
import { NameDictionary } from '../../detection/name-dictionary.js';
import type { AiMatcher, ContextFilter, Matchers } from './text-parameters.js';
import type { DetectedEntity, DetectRequest, EntityDetector } from '../../ports/entity-detector.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { Place } from '../../ruleset/problem-list.js';
import type { Span } from '../../detection/spans.js';

/** Finds the entities of one label in a text. */
export interface TextMatcher {
  readonly label: string;
  readonly filters: readonly ContextFilter[];
  readonly place: Place;
  readonly find: (text: SearchedText) => readonly Span[];
}

/** A text, folded at most once either way. */
export class SearchedText {
  private lower: FoldedText | null = null;
  private exact: FoldedText | null = null;
  private readonly entities = new Map<EntityDetector, readonly DetectedEntity[]>();

  constructor(readonly text: string) {}

  /** One question to each detector for all that it is to recognise. */
  detected(detector: EntityDetector, requests: readonly DetectRequest[]): readonly DetectedEntity[] {
    const found = this.entities.get(detector) ?? detector.detect(this.text, requests);
    this.entities.set(detector, found);
    return found;
  }

  folded(keepsCase: boolean): FoldedText {
    if (keepsCase) {
      return (this.exact ??= new FoldedText(this.text, true));
    }
    return (this.lower ??= new FoldedText(this.text, false));
  }
}

/** All matchers in the order they are written in. */
export function compileMatchers(matchers: Matchers, context: MaskCompileContext): readonly TextMatcher[] {
  const compiled = [
    ...(matchers.context_sources ?? []).map((entry) =>
      matcher(entry, columnFinder(entry.column, entry.case_sensitive, context)),
    ),
    ...(matchers.seed_files ?? []).map((entry) => matcher(entry, fileFinder(entry, context))),
    ...(matchers.regex ?? []).map((entry) =>
      matcher(entry, ({ text }) => {
        const spans: Span[] = [];
        entry.pattern.search.each(text, (start, end) => spans.push({ start, end }));
        return spans;
      }),
    ),
    ...(matchers.checksum ?? []).map((entry) => {
      const find = checksumFinder(entry.type);
      return matcher(entry, ({ text }) => find(text));
    }),
    ...aiMatchers(matchers.ai_detect ?? [], context),
  ];
  return compiled.sort((a, b) => a.place.at.line - b.place.at.line || a.place.at.column - b.place.at.column);
}

/** What every entry of every kind has. */
type MatcherEntry = Pick<AiMatcher, 'label' | 'context_filters' | 'place'>;

function matcher(entry: MatcherEntry, find: TextMatcher['find']): TextMatcher {
  return { label: entry.label, filters: entry.context_filters ?? [], place: entry.place, find };
}

function columnFinder(column: string, keepsCase: boolean, context: MaskCompileContext): TextMatcher['find'] {
  const read = context.rowText(column);
  return (text) => {
    const word = foldedWord(read?.() ?? '', keepsCase);
    return word === '' ? [] : findWord(text.folded(keepsCase), word);
  };
}

function fileFinder(
  entry: NonNullable<Matchers['seed_files']>[number],
  context: MaskCompileContext,
): TextMatcher['find'] {
  const table = context.seedFile(entry.seed_file);
  if (table === null || !checkSeedColumns(table, [entry.seed_column], context)) {
    return () => [];
  }
  const finder = new WordFinder(table.column(entry.seed_column) ?? [], entry.case_sensitive);
  return (text) => finder.find(text.folded(entry.case_sensitive));
}

/** What the caller's own detector refuses is left to the built-in one. */
function aiMatchers(entries: readonly AiMatcher[], context: MaskCompileContext): readonly TextMatcher[] {
  const { entityDetector: own } = context;
  const isOwn = (entry: AiMatcher): boolean => own !== null && own.refusal(requestOf(entry)) === null;
  const left = entries.filter((entry) => !isOwn(entry));
  return [
    ...(own === null ? [] : detectorMatchers(own, entries.filter(isOwn), context)),
    ...(left.length === 0 ? [] : detectorMatchers(localDetector(left, context), left, context)),
  ];
}

/** Of a detector that is null there was a problem. */
function detectorMatchers(
  detector: EntityDetector | null,
  entries: readonly AiMatcher[],
  context: MaskCompileContext,
): readonly TextMatcher[] {
  const requests = entries.map(requestOf);
  for (const request of requests) {
    const refusal = detector?.refusal(request) ?? null;
    if (refusal !== null) {
      context.error('no_detector', `The label "${request.label}" cannot be detected: ${refusal}.`);
    }
  }
  return entries.map((entry, index) =>
    matcher(entry, (text) => {
      const found = detector === null ? [] : text.detected(detector, requests);
      return found.filter(({ request }) => request === index);
    }),
  );
}

function requestOf({ label, annotation_config: config }: AiMatcher): DetectRequest {
  return {
    label,
    preset: config.use_preset,
    guidelines: config.guidelines,
    validExamples: config.valid_examples ?? [],
    invalidExamples: config.invalid_examples ?? [],
  };
}

/** Null after a problem: a list of names is not there. */
function localDetector(entries: readonly AiMatcher[], context: MaskCompileContext): EntityDetector | null {
  const needsNames = entries.some(
    ({ annotation_config: { use_preset: preset } }) => preset !== null && NAME_PRESETS.has(preset),
  );
  if (!needsNames) {
    return new LocalDetector(new NameDictionary([], []));
  }
  const files = [FIRST_NAMES_FILE, LAST_NAMES_FILE].map((name) => context.seedFile(name));
  const [first, last] = files.map((table) => table?.column(table.columnNames[0] ?? '') ?? []);
  return files.includes(null) ? null : new LocalDetector(new NameDictionary(first ?? [], last ?? []));
}

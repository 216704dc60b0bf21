import { ANY } from './json-paths.js';
import { canonical } from '../../values/canonical.js';
import { kindOf } from '../../values/kinds.js';
import { MatchMasks } from '../match-masks.js';
import { readJsonValue, writeJsonValue } from '../../values/json-value.js';
import type { DocumentHashSource } from './hash-sources.js';
import type { DocumentStep, DocumentView } from '../../ports/document-view.js';
import type { JsonTransformParams } from './json-parameters.js';
import type { JsonMatch } from './json-matcher.js';
import type { Look } from './json-paths.js';
import type { OriginalDocument } from './original-document.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { Value } from '../../values/value.js';

/** Masks the values that one path leads to. */
export class JsonTransform {
  private readonly masks: MatchMasks;
  private readonly sources: readonly DocumentHashSource[];
  /** Paths from the root, besides those of hash sources, at which its masks look. */
  private readonly looks: (readonly DocumentStep[])[] = [];
  private wildcards: readonly DocumentStep[] = [];
  /** For each source what the walk notes of it; null: it is looked up. */
  private noted: readonly (Look | null)[] = [];

  constructor(
    private readonly params: JsonTransformParams,
    private readonly original: OriginalDocument,
    private readonly context: MaskCompileContext,
  ) {
    this.sources = params.hash_sources ?? [];
    const rules = {
      hasIdentity: this.sources.length > 0,
      isConsistent: params.force_consistency,
      advances: params.advance_hash,
    };
    this.masks = new MatchMasks(params.masks, rules, context, this.view());
  }

  get path(): readonly DocumentStep[] {
    return this.params.path;
  }

  /** Where it looks in the original document, from the root. */
  get lookups(): readonly (readonly DocumentStep[])[] {
    return [...this.looks, ...this.sourcePaths.filter((path) => path !== null)];
  }

  /** From the root, where each of its hash sources is; null: it is the masked value itself. */
  get sourcePaths(): readonly (readonly DocumentStep[] | null)[] {
    const parent = this.params.path.slice(0, -1);
    return this.sources.map(({ from, path }) =>
      from === 'self' ? null : from === 'root' ? path : [...parent, ...path],
    );
  }

  /** For each of `sourcePaths` what matches will have noted of it. */
  takeLooks(noted: readonly (Look | null)[]): void {
    this.noted = noted;
  }

  get isLooking(): boolean {
    return this.noted.some((look) => look !== null);
  }

  missed(): void {
    if (this.params.on_missing === 'error') {
      this.context.fail(
        'path_missing',
        `${this.pathText} leads nowhere in this document; set "on_missing: skip" beside it if that may be`,
      );
    }
  }

  /** The new text in place of the match; null: it stays. `count` matches of the path came before. */
  replacement(text: string, match: JsonMatch, count: number): string | null {
    const value = readJsonValue(text.slice(match.start, match.end));
    if (value === null && this.params.on_null !== 'mask') {
      return this.params.on_null === 'skip'
        ? null
        : this.context.fail('null_found', `${this.pathText} is null`);
    }
    this.wildcards = match.wildcards;
    const identity = this.sources.length === 0 ? null : (): string => this.identityOf(value, text, match);
    const result = this.masks.apply(value, count, identity);
    if (result === value) {
      return null;
    }
    return (
      writeJsonValue(result) ?? this.context.fail('impossible_cast', `${kindOf(result)} has no JSON form`)
    );
  }

  /** What is not there hashes like NULL. */
  private identityOf(own: Value, text: string, match: JsonMatch): string {
    let identity = '';
    for (let i = 0; i < this.sources.length; i++) {
      const source = this.sources[i]!;
      const value = source.from === 'self' ? own : this.sourceValue(i, text, match);
      identity += canonical(value ?? null, source.options);
    }
    return identity;
  }

  private sourceValue(index: number, text: string, match: JsonMatch): Value | undefined {
    const look = this.noted[index] ?? null;
    const frame = look === null ? undefined : match.frames[look.anchor];
    if (look === null || frame === undefined) {
      const { from, path } = this.sources[index]!;
      const parent = this.params.path.slice(0, -1);
      const whole = from === 'root' ? this.concrete(path) : [...this.concrete(parent), ...path];
      return this.original.valueAt(whole);
    }
    const start = frame[2 * look.slot]!;
    return start < 0 ? undefined : hashedJsonValue(text.slice(start, frame[2 * look.slot + 1]));
  }

  private view(): DocumentView {
    return {
      wildcards: this.params.path.filter((step) => step === ANY).length,
      announce: (path) => {
        this.looks.push(path);
      },
      valueAt: (path) => this.original.valueAt(this.concrete(path)),
    };
  }

  /** The path with each `*` replaced by what the match's own stands for. */
  private concrete(path: readonly DocumentStep[]): readonly DocumentStep[] {
    let used = 0;
    return path.map((step) => (step === ANY ? (this.wildcards[used++] ?? ANY) : step));
  }

  private get pathText(): string {
    return `the path ${JSON.stringify(this.params.path)}`;
  }
}

/** Digits are left as they are: they hash like the number that they write. */
function hashedJsonValue(raw: string): Value {
  const first = raw.charCodeAt(0);
  return first > 0x30 && first <= 0x39 && /^[0-9]+$/.test(raw) ? raw : readJsonValue(raw);
}

import { canonical } from '../values/canonical.js';
import { castToString } from '../masks/casts/to-string.js';
import { compileJsonStream } from './compile-json-stream.js';
import { compileValueSkip } from './skip-test.js';
import { compileXmlStream } from './compile-xml-stream.js';
import { kindOf } from '../values/kinds.js';
import { MaskingError } from '../errors.js';
import { ProblemList } from '../ruleset/problem-list.js';
import { readJsonValue } from '../values/json-value.js';
import { RecordRules, recordText, valueInRecord } from './record-rules.js';
import { TextHmac } from '../random/hmac.js';
import { xmlReader } from '../xml/xml-value.js';
import type { ColumnShape, MaskingContext } from './table-mask.js';
import type { CompiledFileMask, DocumentContent, DocumentMask, JsonStream } from './file-mask.js';
import type { JsonStreamMask } from './json-stream-mask.js';
import type { UnitText } from '../json-stream/unit-text.js';
import type { HashSource, MaskFileTask, RecordRule } from '../ruleset/nodes.js';
import type { JsonParams } from '../masks/document/json-parameters.js';
import type { Problem } from '../ruleset/problem.js';
import type { RecordView } from './record-rules.js';
import type { Value } from '../values/value.js';
import type { XmlStream, XmlStreamMask } from './compile-xml-stream.js';

export interface FileMaskResult {
  /** Null when any problem is an error. */
  readonly mask: CompiledFileMask | null;
  readonly problems: readonly Problem[];
}

/** What masks see as their column. */
const DOCUMENT = 'document';
const UNLIMITED = {
  ...{ nullable: true, writable: true },
  ...{ maxLength: null, numericPrecision: null, numericScale: null },
};

/** Compiles one `mask_file` task for files of one kind of content. Collects problems, does not throw. */
export function compileFileMask(
  task: MaskFileTask,
  content: DocumentContent,
  context: MaskingContext,
): FileMaskResult {
  const problems = new ProblemList();
  const view = new DocumentFrame(content);
  const column: ColumnShape = { name: DOCUMENT, kind: content, ...UNLIMITED };
  const scope = { context, problems, hmac: new TextHmac(context.runKey), column };
  const rules = new RecordRules(task.rules, { ...scope, view });
  const form = content === 'json' ? JSON_FORM : TEXT_FORM;
  const streamMask = (): JsonStreamMask | null =>
    content === 'json' ? compileJsonStream(task.rules, scope) : null;
  const xmlStreamMask = (): XmlStreamMask | null =>
    content === 'text' ? compileXmlStream(task.rules, scope) : null;
  const checksJson = content === 'json' && isCheckedFirst(task.rules[0]);
  const mask: CompiledFileMask = {
    forFile: (path) => new FileDocuments({ view, rules, form, streamMask, xmlStreamMask, checksJson }, path),
  };
  return { mask: problems.hasErrors ? null : mask, problems: problems.sorted() };
}

function isCheckedFirst(rule: RecordRule | undefined): boolean {
  const first = rule?.masks[0];
  // Sound: the node is of a `json` mask, and was read by its table.
  const hasFallback = first !== undefined && (first.params as Partial<JsonParams>).fallback_masks !== null;
  return first?.maskName === 'json' && !hasFallback && compileValueSkip(rule!.skip) === null;
}

/** How the documents of a kind of content become values and text again. */
interface DocumentForm {
  read(document: string): Value;
  /** `path` is of the rule that made the value. */
  write(value: Value, path: string): string;
}

const JSON_FORM: DocumentForm = {
  read: readJsonValue,
  write: (value, path) => recordText(value, path, DOCUMENT),
};

const TEXT_FORM: DocumentForm = {
  read: (document) => document,
  write: (value, path) => {
    const text = value === null ? '' : castToString(value, null);
    if (text === undefined) {
      const reason = `the masks give a ${kindOf(value)} value that has no text`;
      throw new MaskingError('impossible_cast', reason, path, DOCUMENT);
    }
    return text;
  },
};

/** The document at hand. */
class DocumentFrame implements RecordView {
  document: Value = null;
  path = '';
  position = 0;
  rowNumber = 0;

  constructor(private readonly content: DocumentContent) {}

  enter(document: Value, path: string, position: number): void {
    this.document = document;
    this.path = path;
    this.position = position;
    this.rowNumber++;
  }

  placeText(): string {
    return canonical(this.path) + canonical(BigInt(this.position));
  }

  partOf(source: HashSource): () => string {
    const { jsonPath, xpath } = source;
    if (source.source === 'file_path') {
      return () => canonical(this.path, source);
    }
    if (jsonPath !== null) {
      return () => canonical(valueInRecord(this.asJson(), jsonPath), source);
    }
    if (xpath !== null) {
      const textAt = xmlReader(xpath);
      return () => canonical(typeof this.document === 'string' ? textAt(this.document) : null, source);
    }
    return () => canonical(this.document, source);
  }

  /** Any text may hold JSON; a text of JSON is but a text. */
  private asJson(): Value {
    const { document } = this;
    return this.content === 'text' && typeof document === 'string'
      ? { kind: 'json', text: document }
      : document;
  }
}

/** What all files of a task share. */
interface FileWork {
  readonly view: DocumentFrame;
  readonly rules: RecordRules;
  readonly form: DocumentForm;
  readonly checksJson: boolean;
  /** Compiled when a document needs it, which few do. */
  streamMask(): JsonStreamMask | null;
  xmlStreamMask(): XmlStreamMask | null;
}

class FileDocuments implements DocumentMask {
  private changed = 0;
  private streamed: JsonStreamMask | XmlStreamMask | null = null;

  constructor(
    private readonly work: FileWork,
    private readonly path: string,
  ) {}

  get valuesMasked(): number {
    return this.changed + (this.streamed?.valuesMasked ?? 0);
  }

  get checksJson(): boolean {
    return this.work.checksJson;
  }

  stream(text: UnitText): JsonStream | null {
    const mask = this.work.streamMask();
    this.streamed = mask;
    return mask?.open(this.path, text) ?? null;
  }

  streamXml(): XmlStream | null {
    const mask = this.work.xmlStreamMask();
    this.streamed = mask;
    return mask?.open(this.path) ?? null;
  }

  mask(document: string, position: number): string | null {
    const { view, rules, form } = this.work;
    const original = form.read(document);
    view.enter(original, this.path, position);
    const value = rules.apply(original);
    if (value === original) {
      return null;
    }
    const masked = form.write(value, rules.lastPath);
    if (masked === document) {
      return null;
    }
    this.changed += Math.max(1, rules.changedInside);
    return masked;
  }
}

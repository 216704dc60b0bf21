import { isUtf8 } from 'node:buffer';
import { MaskingError, readJsonDocument, readJsonMembers } from '../engine/index.js';
import type { CompiledPlan, RequestContext } from '../ifm-plans/compiled-plan.js';
import type { Line } from './line-splitter.js';
import { reasonOf } from './masker.js';

/** What stands in the place of a line that could not be masked. */
interface LineFault {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
  /** The stream ends here. */
  readonly fatal?: true;
}

/** `{"$error": {"line": 3, "message": "…"}}` */
export function errorLine(fault: LineFault): string {
  return JSON.stringify({ $error: fault });
}

/** A record as JSON text, with its hash value where it has one. */
interface LineRecord {
  readonly record: string;
  readonly hashValue: string | undefined;
}

/** Masks lines one after another; a line that is at fault gives an error line, and the next is masked all the same. */
export class LineMasker {
  /** Of the last line that was looked at. */
  lineNumber = 0;
  private position = 0;

  constructor(
    private readonly plan: CompiledPlan,
    private readonly context: RequestContext,
    private readonly hashEach: boolean,
  ) {}

  /** A line of text for each line that is not empty. No pause may come in between. */
  maskLines(lines: Iterable<Line>): string {
    const mask = this.plan.maskFor(this.context);
    let result = '';
    for (const line of lines) {
      this.lineNumber++;
      const read = this.read(line);
      if (typeof read === 'string') {
        result += `${errorLine({ line: this.lineNumber, message: read })}\n`;
      } else if (read !== null) {
        result += `${this.masked(read, mask)}\n`;
      }
    }
    return result;
  }

  private masked({ record, hashValue }: LineRecord, mask: ReturnType<CompiledPlan['maskFor']>): string {
    try {
      return mask.maskJson(record, { position: this.position++, hashValue });
    } catch (error) {
      if (error instanceof MaskingError) {
        return errorLine({ line: this.lineNumber, message: reasonOf(error) });
      }
      throw error;
    }
  }

  /** Null: an empty line; text: what is wrong with it. */
  private read(line: Line): LineRecord | string | null {
    if (line === null) {
      return 'The line is longer than 1 MB.';
    }
    if (!isUtf8(line)) {
      return 'The line is not valid UTF-8.';
    }
    const text = line.toString('utf8');
    const document = readJsonDocument(text);
    if (document === null) {
      return text.trim() === '' ? null : 'The line is not one valid JSON value.';
    }
    return this.hashEach ? readPair(document) : { record: document, hashValue: undefined };
  }
}

function readPair(text: string): LineRecord | string {
  const members = readJsonMembers(text) ?? [];
  const data = members.findLast(({ key }) => key === 'data');
  const hash = members.findLast(({ key }) => key === 'hash_value');
  if (data === undefined || members.some(({ key }) => key !== 'data' && key !== 'hash_value')) {
    return 'The line is not {"data": …, "hash_value": …}.';
  }
  return {
    record: text.slice(data.start, data.end),
    hashValue: hash === undefined ? undefined : text.slice(hash.start, hash.end),
  };
}

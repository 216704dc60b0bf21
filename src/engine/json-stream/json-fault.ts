import { INVALID, MAX_JSON_DEPTH, skipWhite } from '../values/json-scanner.js';
import { PENDING, ValueScanner } from './value-scanner.js';

/** Why a text is not one JSON document. Never holds any of it. */
export interface JsonFault {
  /** The character where it shows. */
  readonly at: number;
  readonly reason: string;
}

export const NO_JSON = 'this is no JSON';
export const TOO_DEEP = `values are nested deeper than ${MAX_JSON_DEPTH}`;
export const CUT_OFF = 'the document ends before it is complete';
export const TRAILING = 'something stands behind the end of the document';

/** What is wrong with a text that is not one JSON document; null: nothing. */
export function findJsonFault(text: string): JsonFault | null {
  const start = skipWhite(text, 0);
  const scanner = new ValueScanner();
  const end = scanner.scan(text, start);
  if (end === INVALID) {
    return { at: scanner.faultAt, reason: scanner.isTooDeep ? TOO_DEEP : NO_JSON };
  }
  if (end === PENDING) {
    return scanner.isWholeAtEnd() ? null : { at: text.length, reason: CUT_OFF };
  }
  const rest = skipWhite(text, end);
  return rest === text.length ? null : { at: rest, reason: TRAILING };
}

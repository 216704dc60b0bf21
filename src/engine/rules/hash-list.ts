import { canonical } from '../values/canonical.js';
import { castToString } from '../masks/casts/to-string.js';
import { valueAtJsonPath } from '../values/json-path.js';
import { xmlReader } from '../xml/xml-value.js';
import type { CanonicalOptions } from '../values/canonical.js';
import type { HashColumn } from '../ruleset/nodes.js';
import type { RowFrame } from './row-frame.js';
import type { TextReader } from './column-text.js';
import type { Value } from '../values/value.js';

/** One hash column, resolved. */
export interface HashSource {
  readonly position: number;
  readonly read: TextReader;
  readonly options: CanonicalOptions;
  readonly jsonPath: HashColumn['jsonPath'];
  readonly xpath: HashColumn['xpath'];
}

/** The canonical text of the current row's hash values. */
export function canonicalList(tag: string, sources: readonly HashSource[], frame: RowFrame): () => string {
  const parts = sources.map(partReader);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    return () => tag + only(frame.row);
  }
  return () => {
    let text = tag;
    for (const part of parts) {
      text += part(frame.row);
    }
    return text;
  };
}

/** Two lists with the same identity give the same seed in every row. */
export function listIdentity(sources: readonly HashSource[]): string {
  return JSON.stringify(
    sources.map(({ position, options, jsonPath, xpath }) => [
      ...[position, options.trim, options.caseTransform],
      ...[jsonPath, xpath],
    ]),
  );
}

function partReader(source: HashSource): (row: readonly (string | null)[]) => string {
  const { position, read, options, jsonPath, xpath } = source;
  if (jsonPath !== null) {
    return (row) => canonical(jsonValue(row[position] ?? null, jsonPath), options);
  }
  if (xpath !== null) {
    const textAt = xmlReader(xpath);
    return (row) => {
      const text = row[position];
      const value = text === null || text === undefined ? null : read(text);
      const document = value === null ? null : castToString(value, null);
      return canonical(document === null || document === undefined ? null : textAt(document), options);
    };
  }
  return (row) => {
    const text = row[position];
    return canonical(text === null || text === undefined ? null : read(text), options);
  };
}

/** A document without the path, or no document at all, hashes like NULL. */
function jsonValue(text: string | null, path: NonNullable<HashColumn['jsonPath']>): Value {
  return text === null ? null : (valueAtJsonPath(text, path) ?? null);
}

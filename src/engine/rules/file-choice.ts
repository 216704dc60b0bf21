import { compilePattern } from '../ruleset/python-regex.js';
import { globPattern } from './glob-pattern.js';
import type { FileFilter, FileSelection } from '../ruleset/nodes.js';

/** What becomes of one file: `taken`, or left out because no `include` names it or a `skip` does. */
export type FileChoice =
  | { readonly choice: 'taken' }
  | { readonly choice: 'not_included' }
  /** `filter`: the skip filter as written. */
  | { readonly choice: 'skipped'; readonly filter: string };

const TAKEN: FileChoice = { choice: 'taken' };
const NOT_INCLUDED: FileChoice = { choice: 'not_included' };

/** Decides about files by their paths, relative to the base directory, with `/` between folders. */
export function compileFileChoice({
  recurse,
  include,
  skip,
}: Pick<FileSelection, 'recurse' | 'include' | 'skip'>): (path: string) => FileChoice {
  const included = include.map(matcher);
  const skipped = skip.map((filter) => ({ filter: filter.text, matches: matcher(filter) }));
  return (path) => {
    if (!recurse && path.includes('/')) {
      return NOT_INCLUDED;
    }
    if (included.length > 0 && !included.some((matches) => matches(path))) {
      return NOT_INCLUDED;
    }
    const skip = skipped.find(({ matches }) => matches(path));
    return skip === undefined ? TAKEN : { choice: 'skipped', filter: skip.filter };
  };
}

function matcher({ by, text, matchAgainst }: FileFilter): (path: string) => boolean {
  const matches = textMatcher(by === 'glob' ? globPattern(text) : text);
  if (matchAgainst === 'filename') {
    return (path) => matches(fileName(path));
  }
  // `*.parquet` means files in folders, too.
  const isNameOnly = by === 'glob' && !text.includes('/');
  return (path) => matches(path) || (isNameOnly && matches(fileName(path)));
}

function textMatcher(pattern: string): (text: string) => boolean {
  const compiled = compilePattern(pattern);
  // The ruleset's reader has tried every pattern.
  return 'problem' in compiled ? () => false : (text) => compiled.matchesStart(text);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

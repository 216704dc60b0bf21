import type { RE2JS } from 're2js';
import { compilePython } from '../ruleset/python-regex.js';
import { foldName } from './names/name-parts.js';

const PLAIN = /^[\p{L}\p{N}\s_-]*$/u;

/** Tests the names of columns for one keyword of a user. */
export interface KeywordTest {
  readonly keyword: string;
  matches(name: string): boolean;
}

/** How names are tested: by a keyword, or by a regular expression that is found in them. */
export interface NameTestText {
  readonly by: 'keyword' | 'regex';
  readonly text: string;
}

export function compileNameTest({ by, text }: NameTestText): KeywordTest | { readonly problem: string } {
  return by === 'keyword' ? compileKeyword(text) : compileNamePattern(text);
}

/**
 * A keyword matches a part of a name, whatever the case and however words are parted: `emp no` is in `EMP_NO_2` and in
 * `empNo`. With other characters than letters, digits and separators it is a regular expression.
 */
export function compileKeyword(keyword: string): KeywordTest | { readonly problem: string } {
  if (PLAIN.test(keyword)) {
    const wanted = joined(keyword);
    return wanted === ''
      ? { problem: 'it is empty' }
      : { keyword, matches: (name) => joined(name).includes(wanted) };
  }
  return compileNamePattern(keyword);
}

function compileNamePattern(text: string): KeywordTest | { readonly problem: string } {
  const pattern = compilePython(`(?i)${text}`);
  return 'problem' in pattern ? pattern : { keyword: text, matches: (name) => finds(pattern, name) };
}

function joined(text: string): string {
  return foldName(text).replace(/[\s_-]+/g, '');
}

function finds(pattern: RE2JS, text: string): boolean {
  return pattern.matcher(text).find();
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HTTP_STATUS_OF } from '../../src/common/errors/error-codes.js';

const root = join(__dirname, '..', '..');

/** What a run, a database, a storage or a mask says: the code comes first. */
const TOLD =
  /(?:(?<!\.)\bwarning|\.fail|new (?:PartitionFailure|DatabaseError|StorageError|FormatError|MaskingError|XmlProblem))\(\s*'([a-z_]+)'/g;

/** What is wrong with a ruleset, a library, a configuration: reported in one of these ways. */
const PROBLEM =
  /(?:(?:problems|report|context|scope)\??\.(?:error|warning)|this\.(?:report|stop|refuse)|\bfault|reportParameter\([^']*)\(?\s*'([a-z_]+)'/g;

/** One of two, as in `refuse(inside ? 'circular_alias' : 'unknown_alias', …)`. */
const EITHER = /\.(?:error|warning|refuse)\(\s*[^'(]*\? '([a-z_]+)' : '([a-z_]+)'/g;

/** A code in a table of errors of a database, or by itself. */
const VERDICT = /\bcode: '([a-z_]+)'/g;

/** All codes that a type or a list names. */
const UNION = /(?:type \w+ErrorCode =|const \w+_CODES = \[)([^;]+);/g;

/** Where rulesets and what belongs to them are read; elsewhere the same words report something else. */
const READS_TEXTS = /^(?:engine|rulesets|generation|discovery)\b/;

function sources(): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => ({ path, text: readFileSync(join(root, 'src', path), 'utf8') }));
}

const wordsOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, ...words]) => words);

function codesTold(): string[] {
  const found = sources().flatMap(({ path, text }) => [
    ...wordsOf(text, TOLD),
    ...wordsOf(text, VERDICT),
    ...wordsOf(text, UNION).flatMap((list) => wordsOf(list, /'([a-z_]+)'/g)),
    ...(READS_TEXTS.test(path) ? [...wordsOf(text, PROBLEM), ...wordsOf(text, EITHER)] : []),
  ]);
  return [...new Set([...found, ...Object.keys(HTTP_STATUS_OF)])].sort();
}

it('docs/troubleshooting.md explains every code that answers, runs and rulesets may have', () => {
  const text = readFileSync(join(root, 'docs', 'troubleshooting.md'), 'utf8');
  const codes = codesTold();
  expect(codes.length).toBeGreaterThan(150);
  expect(codes.filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
});

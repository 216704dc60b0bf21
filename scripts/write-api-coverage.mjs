#!/usr/bin/env node
/**
 * Writes docs/api-coverage.md: which test file calls which endpoint, and names which field. With `--check` nothing is
 * written: it fails when an endpoint or a field has no test, or when the file leaves something out or names something that
 * is not there any more.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import { endpointsOf, fieldsOf } from './api-coverage/document-fields.mjs';
import { patternOf, readTests } from './api-coverage/test-calls.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'docs', 'api-coverage.md');
const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
const tests = readTests(join(root, 'test', 'e2e'));

const endpoints = endpointsOf(document).map((endpoint) => ({
  title: `${endpoint.method.toUpperCase()} ${endpoint.path}`,
  tests: namesOf(tests.filter(({ calls }) => isCalled(endpoint, calls))),
}));
const fields = fieldsOf(document).map(({ part, field, endpoints: places }) => ({
  ...{ part, field },
  tests: namesOf(
    tests.filter(
      ({ code, allCalls }) => isNamed(field, code) && places.some((place) => isCalled(place, allCalls)),
    ),
  ),
}));
const parts = [...new Set(fields.map(({ part }) => part))].map((title) => {
  const list = fields.filter(({ part }) => part === title);
  return { title, fields: list.map(({ field }) => field), tests: cover(list) };
});

const text = await prettier.format(page(), {
  ...(await prettier.resolveConfig(target)),
  filepath: target,
});
const missing = [
  ...endpoints.filter((row) => row.tests.length === 0).map(({ title }) => title),
  ...fields.filter((row) => row.tests.length === 0).map(({ part, field }) => `${part}: ${field}`),
];
if (process.argv.includes('--check')) {
  const isCurrent = isTrue(readFileSync(target, 'utf8'));
  if (missing.length > 0 || !isCurrent) {
    const without = missing.map((title) => `Without a test: ${title}`);
    const stale = isCurrent ? [] : ['docs/api-coverage.md is not current: run `npm run docs:coverage`.'];
    console.error([...without, ...stale].join('\n'));
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
  const without = missing.map((title) => `\nWithout a test: ${title}`).join('');
  console.log(`${endpoints.length} endpoints and ${fields.length} fields.${without}`);
}

function isCalled({ method, path }, calls) {
  const pattern = patternOf(path);
  return calls.some((call) => call.method === method && pattern.test(call.path));
}

function isNamed(field, code) {
  return new RegExp(`(?<![\\w$-])${field.replaceAll('$', String.raw`\$`)}(?![\\w$-])`).test(code);
}

function namesOf(list) {
  return list.map(({ name }) => name);
}

/** A few tests that name all fields of a part among them, those with most fields first. */
function cover(list) {
  const chosen = [];
  for (let rest = list.filter((field) => field.tests.length > 0); rest.length > 0;) {
    const counts = new Map();
    rest.flatMap((field) => field.tests).forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
    const [[best]] = [...counts].sort(([one, a], [other, b]) => b - a || one.localeCompare(other));
    chosen.push(best);
    rest = rest.filter((field) => !field.tests.includes(best));
  }
  return chosen.sort();
}

/** Exactly what there is, each with tests that call or name it; tests that have come since may be missing. */
function isTrue(written) {
  const named = new Map(
    written
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map((cells) => [cells.slice(1, -2).join(' '), linkedIn(cells.at(-2))]),
  );
  const ofEndpoints = endpoints.map((row) => [
    `\`${row.title}\``,
    (names) => names.every((name) => row.tests.includes(name)),
  ]);
  const ofParts = parts.map(({ title, fields: list }) => [
    `\`${title}\` ${quoted(list)}`,
    (names) =>
      fields
        .filter(({ part }) => part === title)
        .every((field) => names.some((name) => field.tests.includes(name))),
  ]);
  const expected = [...ofEndpoints, ...ofParts];
  return (
    named.size === expected.length &&
    expected.every(([title, holds]) => named.has(title) && holds(named.get(title)))
  );
}

function linkedIn(cell) {
  return [...cell.matchAll(/test\/e2e\/([^)]+)\)/g)].map(([, name]) => name);
}

function quoted(list) {
  return list.map((name) => `\`${name}\``).join(' ');
}

function page() {
  const linked = (names) =>
    names.map((name) => `[${name.replace('.e2e-spec.ts', '')}](../test/e2e/${name})`).join(', ');
  return [
    '# Which test calls which endpoint, and names which field',
    '',
    'Written by `npm run docs:coverage` from `openapi.json` and the tests in `test/e2e`; a test keeps it current and without an',
    'empty row. Besides these, `routes-are-guarded` calls every endpoint as every kind of caller, and `wrong-method` every path with',
    'every other method.',
    '',
    '| endpoint | tests |',
    '| --- | --- |',
    ...endpoints.map((row) => `| \`${row.title}\` | ${linked(row.tests)} |`),
    '',
    '## Fields',
    '',
    'Of bodies, answers and queries. Each field is named by one of the tests at least, which calls an endpoint that has it; more tests',
    'may do so.',
    '',
    '| part | fields | tests |',
    '| --- | --- | --- |',
    ...parts.map((row) => `| \`${row.title}\` | ${quoted(row.fields)} | ${linked(row.tests)} |`),
    '',
  ].join('\n');
}

#!/usr/bin/env node
/**
 * Writes docs/api-coverage.md: which test file calls which endpoint. With `--check` nothing is written: it fails when an
 * endpoint has no test, or when the file leaves out an endpoint or names something that is not there any more.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'docs', 'api-coverage.md');
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Stands for whatever a test puts into a path. */
const HOLE = '\u0001';

const endpoints = Object.entries(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')).paths)
  .flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => ({ method, path })))
  .map((endpoint) => ({ ...endpoint, pattern: patternOf(endpoint.path) }));

const files = readdirSync(join(root, 'test', 'e2e'))
  .filter((name) => name.endsWith('.e2e-spec.ts'))
  .sort();
const calls = new Map(
  files.map((name) => [name, callsOf(readFileSync(join(root, 'test', 'e2e', name), 'utf8'))]),
);

const rows = endpoints.map(({ method, path, pattern }) => {
  const tests = files.filter((name) =>
    calls.get(name).some((call) => call.method === method && pattern.test(call.path)),
  );
  return { title: `${method.toUpperCase()} ${path}`, tests };
});

const text = await prettier.format(page(rows), {
  ...(await prettier.resolveConfig(target)),
  filepath: target,
});
const missing = rows.filter(({ tests }) => tests.length === 0).map(({ title }) => title);
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
  console.log(`${rows.length} endpoints, ${missing.length} of them without a test.`);
}

/** Exactly the endpoints there are, each with tests that call it; tests that have come since may be missing. */
function isTrue(written) {
  const lines = written.split('\n').filter((line) => line.startsWith('| `'));
  const named = new Map(
    lines.map((line) => [
      /`([^`]+)`/.exec(line)[1],
      [...line.matchAll(/test\/e2e\/([^)]+)\)/g)].map(([, name]) => name),
    ]),
  );
  return (
    named.size === rows.length &&
    rows.every(({ title, tests }) => named.get(title)?.every((name) => tests.includes(name)) ?? false)
  );
}

function page(table) {
  const lines = table.map(({ title, tests }) => {
    const links = tests.map((name) => `[${name.replace('.e2e-spec.ts', '')}](../test/e2e/${name})`);
    return `| \`${title}\` | ${links.join(', ')} |`;
  });
  return [
    '# Which test calls which endpoint',
    '',
    'Written by `npm run docs:coverage` from `openapi.json` and the tests in `test/e2e`; a test keeps it current and without an',
    'empty row. Besides these, `routes-are-guarded` calls every endpoint as every kind of caller, and `wrong-method` every path with',
    'every other method.',
    '',
    '| endpoint | tests |',
    '| --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

/** A path of the document as an expression for the paths of tests. */
function patternOf(path) {
  const parts = path.split('/').map((part) => {
    if (/^\{.*\}$/.test(part)) {
      return '[^/]+';
    }
    return part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('/')}(\\?.*)?$`);
}

/** The calls in a test's text: by client methods, by uploads, and by the titles of its groups. */
function callsOf(source) {
  const constants = new Map(
    [...source.matchAll(/const (\w+)(?:: string)? =\s*(['"`])((?:\/|\$\{)[^'"`]*)\2/g)].map(
      ([, name, , value]) => [name, value],
    ),
  );
  const found = [];
  const add = (method, path) => found.push({ method, path: withHoles(path, constants) });
  for (const [, method, , path] of source.matchAll(/\.(get|post|put|patch|delete)\(\s*(['"`])([^'"`]*)\2/g)) {
    add(method, path);
  }
  for (const [, method, name] of source.matchAll(/\.(get|post|put|patch|delete)\(\s*(\w+)\s*[,)]/g)) {
    add(method, constants.get(name) ?? '');
  }
  for (const [, , path, name] of source.matchAll(/\bupload\(\s*(?:(['"`])([^'"`]*)\1|(\w+))/g)) {
    ['post', 'put'].forEach((method) => add(method, path ?? constants.get(name) ?? ''));
  }
  for (const [title] of source.matchAll(/\b(?:describe|it)(?:\.\w+)?\(\s*(['"`])[^\n]*?\1/g)) {
    for (const [, method, path] of title.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[^\s'"`,:]*)/g)) {
      add(method.toLowerCase(), path.replaceAll(/\{[^}]+\}/g, HOLE));
    }
  }
  return found;
}

function withHoles(path, constants, depth = 0) {
  const filled = path.replaceAll(/\$\{([^}]*)\}/g, (_, inner) => {
    const constant = constants.get(inner.trim());
    return constant === undefined || depth > 3 ? HOLE : withHoles(constant, constants, depth + 1);
  });
  // Something that is put in front of a path, such as the address of a server, is no part of it.
  return filled.replace(new RegExp(`^${HOLE}(?=/)`), '');
}

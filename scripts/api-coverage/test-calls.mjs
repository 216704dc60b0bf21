import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Stands for whatever a test puts into a path. */
const HOLE = '\u0001';

/**
 * The tests of a folder: what each calls itself, what its builders call for it, and the code that may name a field.
 * @param {string} folder
 */
export function readTests(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.e2e-spec.ts'));
  return names.sort().map((name) => {
    const code = codeOf(join(folder, name));
    const helpers = [...helpersOf(join(folder, name))].map(codeOf);
    const calls = callsOf(code);
    return { name, code, calls, allCalls: [...calls, ...helpers.flatMap(callsOf)] };
  });
}

/** A test file without its comments: a field that only these name is not tested. */
function codeOf(path) {
  return readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');
}

/** How every test gets its users; it tests nothing of them. */
const LOGINS = ['api-client.ts', 'role-clients.ts'];

/** The modules of test/support that a file imports, and those that they import. */
function helpersOf(path, found = new Set()) {
  for (const [, target] of codeOf(path).matchAll(/from '(\.[^']+)\.js'/g)) {
    const helper = join(dirname(path), `${target}.ts`);
    const isOurs = helper.includes(join('test', 'support')) && !LOGINS.includes(basename(helper));
    if (isOurs && !found.has(helper)) {
      found.add(helper);
      helpersOf(helper, found);
    }
  }
  return found;
}

/** A path of the document as an expression for the paths of tests. */
export function patternOf(path) {
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

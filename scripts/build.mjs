/**
 * Compiles src/ and migrations/ to dist/ (ES modules, decorator metadata, source maps). Types are checked elsewhere.
 * `--if-stale` does nothing when the output is newer than every source.
 *
 * Builds of several processes at once are safe: each file is written beside its place and renamed over it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const stampFile = join(dist, '.build-stamp');
const SOURCE_FOLDERS = ['src', 'migrations'];

const swcOptions = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: true,
  inlineSourcesContent: false,
  swcrc: false,
};

const isSource = (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.endsWith('.d.ts');
const outputOf = (source) => source.replace(/\.ts$/, '.js');

/** All sources relative to the root, with their state. */
async function listSources() {
  const found = await Promise.all(
    SOURCE_FOLDERS.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  );
  const files = found.flat().filter((entry) => entry.isFile() && isSource(entry.name));
  const paths = files.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort();
  return Promise.all(
    paths.map(async (path) => {
      const { mtimeMs, size } = await stat(join(root, path));
      return { path, mark: `${path}:${mtimeMs}:${size}` };
    }),
  );
}

/** One line per source as it was compiled, below one line for this script itself. */
async function readStamp() {
  const text = await readFile(stampFile, 'utf8').catch(() => '');
  return text.split('\n');
}

async function writeWhole(path, text) {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(draft, text);
  await rename(draft, path);
}

async function compile(path, transform) {
  const source = join(root, path);
  const target = join(dist, outputOf(path));
  const text = await readFile(source, 'utf8');
  const { code, map } = await transform(text, {
    ...swcOptions,
    filename: source,
    sourceFileName: relative(dirname(target), source),
  });
  await writeWhole(`${target}.map`, map);
  const name = target.slice(target.lastIndexOf('/') + 1);
  await writeWhole(target, `${code}//# sourceMappingURL=${name}.map\n`);
}

/** Outputs whose source is gone would still be importable. Drafts of a killed build go too, once they are old. */
async function removeLeftovers(sources) {
  const wanted = new Set(sources.flatMap(({ path }) => [outputOf(path), `${outputOf(path)}.map`]));
  for (const folder of SOURCE_FOLDERS) {
    const entries = await readdir(join(dist, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name);
      if (wanted.has(relative(dist, path)) || (entry.name.endsWith('.tmp') && !(await isOld(path)))) {
        continue;
      }
      await rm(path, { force: true });
      await rmdir(entry.parentPath).catch(() => undefined);
    }
  }
}

async function isOld(path) {
  const state = await stat(path).catch(() => null);
  return state !== null && Date.now() - state.mtimeMs > 60_000;
}

async function outputsExist(sources) {
  const states = await Promise.all(
    sources.map(({ path }) => stat(join(dist, outputOf(path))).catch(() => null)),
  );
  return states.every((state) => state !== null);
}

async function build() {
  const started = performance.now();
  const script = await readFile(fileURLToPath(import.meta.url), 'utf8');
  const scriptMark = createHash('sha256').update(script).digest('hex');
  const sources = await listSources();
  const stamp = await readStamp();
  const built = stamp[0] === scriptMark ? new Set(stamp) : new Set();
  const isFresh = built.size === sources.length + 1 && sources.every(({ mark }) => built.has(mark));
  if (isFresh && (await outputsExist(sources)) && process.argv.includes('--if-stale')) {
    return;
  }
  const { transform } = await import('@swc/core');
  const results = await Promise.allSettled(sources.map(({ path }) => compile(path, transform)));
  const failures = results.filter((result) => result.status === 'rejected');
  if (failures.length > 0) {
    failures.forEach(({ reason }) => console.error(String(reason?.message ?? reason)));
    process.exitCode = 1;
    return;
  }
  await removeLeftovers(sources);
  await writeWhole(stampFile, [scriptMark, ...sources.map(({ mark }) => mark)].join('\n'));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.error(`Built ${sources.length} files in ${seconds} s`);
}

await build();

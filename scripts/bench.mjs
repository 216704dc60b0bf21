/**
 * `npm run bench -- <name> [options]` runs `run(options)` of bench/<name>.ts against the built program; without a name it
 * lists what there is. A benchmark compares ours with a plain baseline in the same run, prints a table, asserts nothing.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = `${root}bench/`;
// Beside dist/src, so that `../src/…` in a benchmark means the built program.
const built = `${root}dist/bench/`;

/** Of the tests, what starts a server that benchmarks need, too. */
const SHARED = [
  ...[
    'guarded-process.ts',
    'killable-target.ts',
    'mariadb.ts',
    'people.ts',
    'program.ts',
    'random.ts',
    'redis.ts',
  ],
  ...['s3-answers.ts', 's3-bucket.ts', 's3-object-answers.ts', 's3-server.ts', 's3-signature.ts'],
].map((file) => `../test/support/${file}`);

async function compile(file) {
  const { code } = await transform(await readFile(sources + file, 'utf8'), {
    filename: file,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
    module: { type: 'es6' },
  });
  await writeFile(built + file.replace(/\.ts$/, '.js'), code);
}

const files = (await readdir(sources, { recursive: true })).filter((file) => file.endsWith('.ts'));
const [name, ...options] = process.argv.slice(2);
if (name === undefined || !files.includes(`${name}.ts`)) {
  const names = files.filter((file) => !file.includes('/')).map((file) => file.replace(/\.ts$/, ''));
  console.error(`Usage: npm run bench -- <name>\nBenchmarks: ${names.join(', ') || 'none yet'}`);
  process.exit(2);
}

execFileSync(process.execPath, [`${root}scripts/build.mjs`, '--if-stale'], { stdio: 'inherit' });
await mkdir(built, { recursive: true });
for (const file of [...files, ...SHARED]) {
  await mkdir(fileURLToPath(new URL('.', pathToFileURL(built + file))), { recursive: true });
  await compile(file);
}
const { run } = await import(pathToFileURL(`${built}${name}.js`).href);
await run(options);

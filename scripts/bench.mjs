/**
 * `npm run bench -- <name> [options]` runs `run(options)` of bench/<name>.ts against the built program. A benchmark compares
 * ours with a plain baseline in the same run, prints a table, asserts nothing. Without a name all that have goals run one
 * after the other, and their figures are put into one table beside the goals; `--write` keeps it in docs/benchmarks.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import { measureAllBars } from './bench-bars.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// Beside dist/src, so that `../src/…` in a benchmark means the built program. Of the tests, benchmarks use the servers.
const SOURCES = ['bench/', 'test/support/'];

async function compile(file) {
  const target = fileURLToPath(pathToFileURL(`${root}dist/${file.replace(/\.ts$/, '.js')}`));
  const { code } = await transform(await readFile(root + file, 'utf8'), {
    filename: file,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
    module: { type: 'es6' },
  });
  await mkdir(fileURLToPath(new URL('.', pathToFileURL(target))), { recursive: true });
  await writeFile(target, code);
}

async function typescriptIn(folder) {
  const names = await readdir(root + folder, { recursive: true });
  return names.filter((name) => name.endsWith('.ts')).map((name) => folder + name);
}

const files = (await Promise.all(SOURCES.map(typescriptIn))).flat();
const [name, ...options] = process.argv.slice(2);
const isAll = name === undefined || name === '--write';
if (!isAll && !files.includes(`bench/${name}.ts`)) {
  const names = files.flatMap((file) => /^bench\/([^/]+)\.ts$/.exec(file)?.[1] ?? []);
  console.error(`Usage: npm run bench [-- <name>]\nBenchmarks: ${names.join(', ')}`);
  process.exit(2);
}
if (process.env.BENCH_IS_BUILT === undefined) {
  execFileSync(process.execPath, [`${root}scripts/build.mjs`, '--if-stale'], { stdio: 'inherit' });
  await Promise.all(files.map(compile));
  // Of processes that a benchmark starts by this script, the work alone is to be measured.
  process.env.BENCH_IS_BUILT = 'yes';
}
if (isAll) {
  await measureAllBars({ document: `${root}docs/benchmarks.md`, isKept: name === '--write' });
} else {
  const { run } = await import(pathToFileURL(`${root}dist/bench/${name}.js`).href);
  await run(options);
  // Whoever listens for the end of this process would hold its channel, and with it the process.
  process.channel?.unref();
}

/**
 * `npm run client -- [folder]` writes a TypeScript client of the API, its types made from openapi.json. It is compiled
 * before it is written, with the example that comes along: a client that does not compile is a fault of openapi.json.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, '.tmp', 'client'));
const SOURCES = ['vizard-client.ts', 'example.ts'];

mkdirSync(folder, { recursive: true });
const types = astToString(
  await openapiTypes(new URL('../openapi.json', import.meta.url), { defaultNonNullable: false }),
);
writeFileSync(join(folder, 'api-types.ts'), types);
for (const file of SOURCES) {
  copyFileSync(join(root, 'client', file), join(folder, file));
}
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
    ...['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--target', 'es2023', '--module', 'nodenext'],
    ...['--lib', 'es2023,dom', '--ignoreConfig', ...SOURCES.map((file) => join(folder, file))],
  ],
  { stdio: 'inherit', cwd: root },
);
if (status !== 0) {
  process.exit(1);
}
process.stdout.write(`The client is in ${folder}.\n`);

/**
 * Writes .env.example and docs/configuration.md from the descriptions of the variables. `npm run docs:configuration`; a test
 * fails when they differ.
 */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-stale'], {
  stdio: 'inherit',
});
if (build.status !== 0) {
  process.exit(build.status ?? 1);
}

const { renderConfigurationReference, renderEnvExample } =
  await import('../dist/src/config/render-variables.js');
await writeFile(join(root, '.env.example'), renderEnvExample());
const target = join(root, 'docs', 'configuration.md');
const style = { ...(await resolveConfig(target)), parser: 'markdown' };
await writeFile(target, await format(renderConfigurationReference(), style));
process.stdout.write('.env.example and docs/configuration.md written\n');

/** Writes docs/masks.md from the masks' own descriptions. `npm run docs:masks`; a test fails when they differ. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--if-stale'], {
  stdio: 'inherit',
});
if (build.status !== 0) {
  process.exit(build.status ?? 1);
}

const { describeMasks, renderMaskReference } = await import('../dist/src/engine/index.js');
const masks = describeMasks();
await writeFile(join(root, 'docs', 'masks.md'), renderMaskReference(masks));
process.stdout.write(`docs/masks.md: ${masks.length} masks\n`);

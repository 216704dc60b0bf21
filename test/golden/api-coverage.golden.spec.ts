import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

it('docs/api-coverage.md names a test for every endpoint (npm run docs:coverage writes it)', () => {
  const script = join(__dirname, '..', '..', 'scripts', 'write-api-coverage.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

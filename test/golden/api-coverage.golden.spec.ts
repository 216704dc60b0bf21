import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

it('docs/api-coverage.md names a test for every endpoint and every field (npm run docs:coverage writes it)', () => {
  const script = join(ROOT, 'scripts', 'write-api-coverage.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('docs/management-tests.md', () => {
  const rows = readFileSync(join(ROOT, 'docs', 'management-tests.md'), 'utf8')
    .split('\n')
    .map((line) => /^\| (.+?) +\| \[[\w-]+\]\(\.\.\/(\S+)\) +\| (.+?) +\|$/.exec(line)?.slice(1))
    .filter((row) => row !== undefined);

  it('is read by the row', () => {
    expect(rows.length).toBeGreaterThan(60);
  });

  it.each(rows)('%s: %s has the test', (_rule, file, title) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** Codes that runs, databases, storages and masks tell people; problems of rulesets explain themselves with their place. */
const TOLD =
  /(?:(?<!\.)\bwarning|\.fail|new (?:PartitionFailure|DatabaseError|StorageError|FormatError|MaskingError))\(\s*'([a-z_]+)'/g;

function codesTold(): string[] {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'),
  );
  const found = sources.flatMap((path) =>
    [...readFileSync(join(root, 'src', path), 'utf8').matchAll(TOLD)].map(([, code]) => code!),
  );
  return [...new Set(found)].sort();
}

it('docs/troubleshooting.md explains every code that runs may end or warn with', () => {
  const text = readFileSync(join(root, 'docs', 'troubleshooting.md'), 'utf8');
  const codes = codesTold();
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const foldersOf = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${path}/${entry.name}`] : [],
  );

it('ARCHITECTURE.md names every folder of the sources, and names none that is not there', () => {
  const [map = ''] = read('ARCHITECTURE.md').split('## Processes');
  const named = [...map.matchAll(/`((?:src|[a-z]+)(?:\/[a-z-]+)*)`/g)].map(([, path]) => path!);
  const folders = [...foldersOf('src'), ...foldersOf('src/adapters')].filter((path) => path !== 'src/adapters');
  expect(named.filter((path) => path.startsWith('src/')).sort()).toEqual(folders.sort());
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('ARCHITECTURE.md has the arrows that are checked', () => {
  const [, checked = ''] = /const ARROWS = \{([^}]*)\}/.exec(read('.dependency-cruiser.cjs'))!;
  const arrows = [...checked.matchAll(/'?([a-z-]+)'?: (\[[^\]]*\])/g)].map(
    ([, domain, list]) => [domain, [...list!.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name)] as const,
  );
  const told = [...read('ARCHITECTURE.md').matchAll(/^\| `([a-z-]+)` +\| (none|`[a-z-]+`(?:, `[a-z-]+`)*) +\|$/gm)].map(
    ([, domain, list]) => [domain, [...list!.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)] as const,
  );
  expect(arrows.length).toBeGreaterThan(10);
  expect(told).toEqual(arrows);
});

import type { GitCheckout } from './git-checkout.js';

/** One commit of a file. */
export interface FileCommit {
  readonly commit: string;
  /** ISO 8601. */
  readonly date: string;
  readonly message: string;
}

/** Begins a commit in the listing below; no path and no date has it. */
const COMMIT = '\x01';
const FIELD = '\x02';

/** The commits of each file with the ending that lies in the folder now (not below it), newest first. */
export async function fileHistory(
  checkout: GitCheckout,
  head: string,
  folder: string,
  ending: string,
): Promise<Record<string, FileCommit[]>> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const listing = await checkout.local([
    'ls-tree',
    '-z',
    '--full-tree',
    head,
    ...(prefix === '' ? [] : ['--', prefix]),
  ]);
  const histories = new Map<string, FileCommit[]>();
  for (const [, path = ''] of listing.matchAll(/100\d{3} blob [0-9a-f]+\t([^\0]*)\0/g)) {
    if (path.endsWith(ending)) {
      histories.set(path, []);
    }
  }
  for (const { commit, paths } of await commits(checkout, head, folder)) {
    for (const path of paths) {
      histories.get(path)?.push(commit);
    }
  }
  return Object.fromEntries([...histories].map(([path, list]) => [path.slice(prefix.length), list]));
}

async function commits(
  checkout: GitCheckout,
  head: string,
  folder: string,
): Promise<{ commit: FileCommit; paths: string[] }[]> {
  const log = await checkout.local([
    '--literal-pathspecs',
    'log',
    '-z',
    '--name-only',
    '--no-renames',
    '--diff-merges=first-parent',
    `--format=${COMMIT}%H${FIELD}%cI${FIELD}%B${FIELD}`,
    head,
    '--',
    ...(folder === '' ? [] : [folder]),
  ]);
  return log
    .split(COMMIT)
    .slice(1)
    .map((entry) => {
      const [commit = '', date = '', message = '', names = ''] = entry.split(FIELD);
      const paths = names.split('\0').map((name) => name.replace(/^\n+/, ''));
      return {
        commit: { commit, date, message: message.trim() },
        paths: paths.filter((name) => name !== ''),
      };
    });
}

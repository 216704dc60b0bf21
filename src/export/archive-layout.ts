import { isDeviceName } from '../common/names/device-name.js';

/** What kind of thing an entry of the archive holds, by its folder. */
export type MaskType = 'database' | 'file';

export const MANIFEST = 'manifest.json';

/** A ruleset as the manifest lists it. */
export interface ManifestRuleset {
  readonly id: string;
  readonly name: string;
  readonly type: MaskType;
  /** Entry that holds its text (extension: other programs find it by its name). */
  readonly file?: string;
}

/** Cannot be part of a file name everywhere; `%` because it begins an escape. */
const BAD = /[%/\\:*?"<>|\p{Cc}]|^\.|[. ]$/gu;

/** A name as the name of a file: characters that no system takes are written as `%` and two digits for each byte. */
export function fileNameOf(name: string): string {
  const safe = name.replace(BAD, escaped);
  return isDeviceName(safe) ? escaped(safe.slice(0, 1)) + safe.slice(1) : safe;
}

function escaped(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
    .join('');
}

/** The name again; a file that other programs wrote keeps its percent signs. */
export function nameOfFile(fileName: string): string {
  try {
    return decodeURIComponent(fileName);
  } catch {
    return fileName;
  }
}

/** Gives entries names that differ on systems that ignore case, too. */
export class EntryNames {
  private readonly taken = new Set<string>();

  /** `seeds/Towns.csv`; a second one that only differs in case has letters escaped, `%74owns.csv`: its name comes back. */
  next(folder: string, name: string, ending = '.yml'): string {
    const letters = [...name];
    for (let count = 0; ; count += 1) {
      const start = escaped(letters.slice(0, count).join(''));
      const entry = `${folder}/${start}${fileNameOf(letters.slice(count).join(''))}${ending}`;
      const key = entry.normalize('NFC').toLowerCase();
      if (!this.taken.has(key)) {
        this.taken.add(key);
        return entry;
      }
    }
  }
}

/** Where a ruleset's entry lies, without a manifest; null: the entry is none. */
export function rulesetOfEntry(entry: string): { name: string; type: MaskType } | null {
  const match = /^rulesets\/(database|file)\/([^/]+)\.yml$/.exec(entry);
  return match === null ? null : { name: nameOfFile(match[2] ?? ''), type: match[1] as MaskType };
}

/** The folder of a library: its namespace as one name; the default namespace lies at the top. */
export function libraryFolder(namespace: string): string {
  return namespace === '' ? 'libraries' : `libraries/${fileNameOf(namespace)}`;
}

/** The folder of uploaded seed files, whose names have endings of their own. */
export const SEED_FOLDER = 'seeds';

/** Name of a seed file; null: the entry is none. */
export function seedOfEntry(entry: string): string | null {
  const name = /^seeds\/([^/]+)$/.exec(entry)?.[1];
  return name === undefined ? null : nameOfFile(name);
}

export function libraryOfEntry(entry: string): { namespace: string; name: string } | null {
  const match = /^libraries\/(?:([^/]+)\/)?([^/]+)\.yml$/.exec(entry);
  return match === null ? null : { namespace: nameOfFile(match[1] ?? ''), name: nameOfFile(match[2] ?? '') };
}

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

/** The folder of uploaded seed files, whose names have endings of their own. */
export const SEED_FOLDER = 'seeds';

/** Name of a seed file; null: the entry is none. */
export function seedOfEntry(entry: string): string | null {
  const name = /^seeds\/([^/]+)$/.exec(entry)?.[1];
  return name === undefined ? null : nameOfFile(name);
}

/** The folders of the texts that rulesets, discoveries and generations rest on. */
const TEXT_FOLDERS = {
  libraries: 'libraries',
  discovery_config_libraries: 'discovery-libraries',
  discovery_configs: 'discovery-configs',
  generation_configs: 'generation-configs',
} as const;

export type TextKind = keyof typeof TEXT_FOLDERS;

/** In the order in which they are packed and come in: libraries before what may import them. */
export const TEXT_KINDS = Object.keys(TEXT_FOLDERS) as readonly TextKind[];

/** What a text is called. */
export interface TextName {
  /** The namespace of a library, or the type of a discovery config; empty: the default namespace, or none. */
  readonly group: string;
  readonly name: string;
}

/** The folder of a text: its group as one name; those without one lie at the top. */
export function textFolder(kind: TextKind, group: string): string {
  return group === '' ? TEXT_FOLDERS[kind] : `${TEXT_FOLDERS[kind]}/${fileNameOf(group)}`;
}

/** Which text an entry holds; null: none. */
export function textOfEntry(entry: string): (TextName & { readonly kind: TextKind }) | null {
  const [, folder, group = '', name = ''] = /^([a-z-]+)\/(?:([^/]+)\/)?([^/]+)\.yml$/.exec(entry) ?? [];
  const kind = TEXT_KINDS.find((each) => TEXT_FOLDERS[each] === folder);
  const isThere = kind !== undefined && (group === '' || kind !== 'generation_configs');
  return isThere ? { kind, group: nameOfFile(group), name: nameOfFile(name) } : null;
}

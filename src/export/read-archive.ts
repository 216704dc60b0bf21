import { join } from 'node:path';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { isStorable } from '../common/validation/storable-text.js';
import { zipEntries, ZipError } from '../uploads/zip-reader.js';
import {
  MANIFEST,
  rulesetOfEntry,
  seedOfEntry,
  textOfEntry,
  type ManifestRuleset,
  type MaskType,
  type TextKind,
  type TextName,
} from './archive-layout.js';

const MEGABYTE = 1_048_576;
const LIMITS = { maxEntries: 100_000, maxEntryBytes: 16 * MEGABYTE, maxTotalBytes: 1_024 * MEGABYTE };

/** A ruleset as it came in. */
export interface ImportedRuleset {
  /** Null: the archive has no manifest, or the manifest does not list it. */
  readonly id: string | null;
  readonly name: string;
  readonly type: MaskType;
  /** Null: the manifest lists it, and its file is missing or no text. */
  readonly text: string | null;
}

/** A library or a config as it came in. */
export interface ImportedText extends TextName {
  readonly kind: TextKind;
  /** Null: no text. */
  readonly text: string | null;
}

/** A seed file as it came in, on our disk. */
export interface ImportedSeed {
  readonly name: string;
  readonly path: string;
}

/** What an archive holds that can be imported. */
export interface Archive {
  readonly seeds: readonly ImportedSeed[];
  readonly rulesets: readonly ImportedRuleset[];
  readonly texts: readonly ImportedText[];
}

/**
 * Reads an archive, its seed files to `folder`, as they may be too large for memory. Throws `InvalidInputError` on
 * `zip_archive` when it is none, or is built to do harm.
 */
export async function readArchive(path: string, folder: string): Promise<Archive> {
  const texts = new Map<string, string | null>();
  const seeds = new Map<string, ImportedSeed>();
  const fileFor = (entry: string): string | null => {
    const name = seedOfEntry(entry);
    if (name !== null && !seeds.has(entry)) {
      seeds.set(entry, { name, path: join(folder, String(seeds.size)) });
    }
    return seeds.get(entry)?.path ?? null;
  };
  try {
    for await (const { name, bytes } of zipEntries(path, { ...LIMITS, fileFor })) {
      if (name === MANIFEST || rulesetOfEntry(name) !== null || textOfEntry(name) !== null) {
        texts.set(name, textOf(bytes));
      }
    }
  } catch (error) {
    throw error instanceof ZipError ? refused(`${error.message}.`) : error;
  }
  const manifest = texts.get(MANIFEST);
  const listed = manifest === undefined ? [] : readManifest(manifest);
  return { seeds: [...seeds.values()], rulesets: rulesetsOf(texts, listed), texts: textsOf(texts) };
}

function rulesetsOf(
  texts: ReadonlyMap<string, string | null>,
  listed: readonly ManifestRuleset[],
): ImportedRuleset[] {
  const rulesets: ImportedRuleset[] = [];
  const rest = new Set([...texts.keys()].filter((entry) => rulesetOfEntry(entry) !== null));
  const byName = new Map([...rest].map((entry) => [keyOf(rulesetOfEntry(entry)), entry]));
  for (const item of listed) {
    const entry = item.file !== undefined && rest.has(item.file) ? item.file : byName.get(keyOf(item));
    const text = entry === undefined ? null : (texts.get(entry) ?? null);
    rulesets.push({ id: item.id, name: item.name, type: item.type, text });
    rest.delete(entry ?? '');
  }
  for (const entry of rest) {
    const found = rulesetOfEntry(entry);
    if (found !== null) {
      rulesets.push({ id: null, ...found, text: texts.get(entry) ?? null });
    }
  }
  return rulesets;
}

function keyOf(ruleset: { readonly name: string; readonly type: MaskType } | null): string {
  return `${ruleset?.type}\0${ruleset?.name}`;
}

function textsOf(texts: ReadonlyMap<string, string | null>): ImportedText[] {
  return [...texts].flatMap(([entry, text]) => {
    const found = textOfEntry(entry);
    return found === null ? [] : [{ ...found, text }];
  });
}

function readManifest(text: string | null): ManifestRuleset[] {
  const rulesets = memberOf(memberOf(jsonOf(text), 'data'), 'rulesets') ?? [];
  if (!Array.isArray(rulesets)) {
    throw refused('manifest.json: data.rulesets must be a list.');
  }
  return rulesets.map((item: unknown, index) => {
    const [id, name, type, file] = ['id', 'name', 'type', 'file'].map((key) => memberOf(item, key));
    if (typeof id !== 'string' || typeof name !== 'string' || (type !== 'database' && type !== 'file')) {
      throw refused(`manifest.json: data.rulesets[${index}] must have id, name and type (database or file).`);
    }
    return { id, name, type, ...(typeof file === 'string' ? { file } : {}) };
  });
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw refused('manifest.json is not valid JSON.');
  }
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** Null: not UTF-8, or with characters that the database cannot hold. A byte order mark is dropped. */
function textOf(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return isStorable(text) ? text : null;
  } catch {
    return null;
  }
}

function refused(message: string): InvalidInputError {
  return new InvalidInputError({ zip_archive: [message] });
}

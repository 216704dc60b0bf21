/** Every mask that takes text, ready for one column; and what long texts may be made of. */
import {
  compileTableMask,
  deriveRunKey,
  describeMasks,
  MaskingError,
  readRuleset,
} from '../../src/engine/index.js';
import type { ColumnShape, CompiledTableMask, SeedTable } from '../../src/engine/index.js';

const NAMES = ['Ann', 'Ben', 'Cleo', 'Miller', 'a'];
const ANY_FILE: SeedTable = {
  ...{ name: 'any', columnNames: ['any'], rowCount: NAMES.length, digest: 'any' },
  bytes: Buffer.from('Ann'),
  column: () => NAMES,
};

/** Has every seed file. */
class AllFiles extends Map<string, SeedTable> {
  override get(): SeedTable {
    return ANY_FILE;
  }
}

/** Repeated to any length. */
export const UNITS: Readonly<Record<string, string>> = {
  ...{ words: 'aZ9 ', emoji: '😀é', digits: '7', letters: 'a', capitals: 'A', brackets: '[', tags: '<a>' },
  ...{
    members: '{"a":',
    items: '[1,',
    mails: 'a@b.',
    ats: '@',
    octets: '1.1.',
    groups: 'f:',
    numbers: '12 ',
  },
  ...{ hyphens: '-', marks: 'e\u0301', halves: '\ud800', blanks: ' ', newlines: '\n', tickets: 'T-1234 ' },
  ...{ urls: 'http://', cards: '4111 1111 1111 1111 ', nul: '\u0000', rightToLeft: '\u202eא', dates: '1/1/' },
  ...{ attribute: 'é', element: '𝒜', hyphenated: 'a-', apostrophes: "a'" },
  ...{ names: 'Ann Miller ', streets: '1 a ', entities: '&amp;', quotes: '"', escapes: '\\', dollars: '$&' },
};

const EVERY_PRESET = [
  ...['FULL_NAME', 'EMAIL', 'PHONE', 'ADDRESS', 'CREDIT_CARD', 'IBAN', 'SSN', 'DATE', 'IP_ADDRESS'],
  ...['MAC_ADDRESS', 'URL', 'UUID'],
];

/** More than the masks' examples: parameters that make a mask do other work. */
const VARIANTS: Readonly<Record<string, string>> = {
  'imitate, changing': '{type: imitate, force_change: true}',
  'email, imitating': '{type: email, local: imitate, keep_tag: true}',
  'phone, anywhere': '{type: phone}',
  'take_substring from the end': '{type: take_substring, start_index: -9000000}',
  'transform_case, title': '{type: transform_case, transform: capitalize_words}',
  'replace_regex, nested repeats': '{type: replace_regex, regex: "(a+)+x", masks: [{type: imitate}]}',
  'replace_regex, alternatives': '{type: replace_regex, regex: "(a|a|aa)*b$", masks: [{type: imitate}]}',
  'replace_regex, everything': '{type: replace_regex, regex: ".*", masks: [{type: imitate}]}',
  'json, anywhere':
    '{type: json, transforms: [{path: ["**", a], on_missing: skip, masks: [{type: imitate}]}]}',
  'xml, anywhere':
    '{type: xml, transforms: [{path: "//a", on_missing: skip, node_transforms: [{type: text, masks: [{type: imitate}]}]}]}',
  ...Object.fromEntries(EVERY_PRESET.map((preset) => [`unstructured_text, ${preset}`, detecting(preset)])),
  'unstructured_text, names of a file':
    '{type: unstructured_text, matchers: {seed_files: [{label: A, seed_file: any, seed_column: any}]}, masks: [{label: A, masks: [{type: imitate}]}]}',
  'unstructured_text, checksums':
    '{type: unstructured_text, matchers: {checksum: [{label: A, type: luhn}, {label: B, type: mod97_iban}]}, masks: [{label: A, masks: [{type: imitate}]}, {label: B, masks: [{type: imitate}]}]}',
  'unstructured_text, filtered':
    '{type: unstructured_text, matchers: {regex: [{label: A, pattern: a, context_filters: [{before: "x.*", window: 10000}]}]}, masks: [{label: A, masks: [{type: imitate}]}]}',
};

function detecting(preset: string): string {
  return `{type: unstructured_text, matchers: {ai_detect: [{label: A, annotation_config: {use_preset: ${preset}}}]}, masks: [{label: A, masks: [{type: imitate}]}]}`;
}

/** Masks as YAML by what they are: those that take text from the column itself. */
export const MASKS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    describeMasks()
      .filter(({ accepts }) => accepts.includes('text') || accepts.includes('all'))
      .filter(({ name }) => name !== 'from_column' && name !== 'secure_shuffle')
      .map(({ name, example }) => [name, example]),
  ),
  ...VARIANTS,
};

/** The mask under a hash where it takes one. */
export function compiled(yaml: string): CompiledTableMask {
  const withHash = compile(yaml, '\n        hash_columns: [id]');
  const mask = withHash ?? compile(yaml, '');
  if (mask === null) {
    throw new Error(`Not a valid mask: ${yaml}`);
  }
  return mask;
}

function compile(yaml: string, hash: string): CompiledTableMask | null {
  const text = `version: "1.0"
tasks:
  - type: mask_table
    table: t
    key: id
    rules:
      - column: masked${hash}
        masks:
          - ${yaml.split('\n').join('\n            ')}
`;
  const task = readRuleset(text).ruleset?.tasks[0];
  const columns = ['id', 'masked'].map((name): ColumnShape => ({
    ...{ name, kind: 'text', nullable: true, writable: true, maxLength: null },
    ...{ numericPrecision: null, numericScale: null },
  }));
  const shape = { columns, find: (written: string) => columns.find(({ name }) => name === written) };
  return task?.kind !== 'mask_table'
    ? null
    : compileTableMask(task, shape, {
        ...{ runKey: deriveRunKey('a secret for long texts', null), repeatable: true, nowMs: 0 },
        ...{ seedFiles: new AllFiles(), rowOrdinals: { current: () => 7 } },
      }).mask;
}

/** Milliseconds that a mask takes for a text, and how it ends: `ok` or the code of its own error. */
export function timed(mask: CompiledTableMask, text: string): { readonly ms: number; readonly end: string } {
  const start = performance.now();
  let end = 'ok';
  try {
    mask.maskRow(['x', text], []);
  } catch (error) {
    if (!(error instanceof MaskingError) || error.message.includes(text.slice(0, 40))) {
      throw error;
    }
    end = error.code;
  }
  return { ms: performance.now() - start, end };
}

/** So many characters of a unit. */
export function textOf(unit: string, length: number): string {
  return unit.repeat(Math.floor(length / unit.length));
}

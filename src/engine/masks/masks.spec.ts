import { describeMasks } from './describe-masks.js';
import { FormatError, parseFormat } from './format-parser.js';
import { KNOWN_MASK_NAMES, MASK_DEFINITIONS, MASKS_BY_NAME, RENAMED_MASKS } from './index.js';
import { readRuleset } from '../ruleset/read-ruleset.js';

describe('the list of masks', () => {
  it('names each mask once, and only masks of the language or extensions', () => {
    expect(MASKS_BY_NAME.size).toBe(MASK_DEFINITIONS.length);
    const extensions = MASK_DEFINITIONS.filter(({ name }) => !KNOWN_MASK_NAMES.has(name));
    expect(extensions.filter(({ summary }) => !summary.includes('(extension)'))).toEqual([]);
    expect([...RENAMED_MASKS.values()].filter((name) => !MASKS_BY_NAME.has(name))).toEqual([]);
  });

  it.each(MASK_DEFINITIONS.map(({ name, example }) => [name, example]))(
    '%s has an example that is valid',
    (_, example) => {
      const mask = example.split('\n').join('\n            ');
      const text = `version: "1.0"
tasks:
  - type: mask_table
    table: t
    key: id
    rules:
      - column: c
        masks:
          - ${mask}
`;
      expect(readRuleset(text).problems.filter(({ code }) => code !== 'deprecated_mask')).toEqual([]);
    },
  );

  it('says of each mask what the public language leaves open and we chose', () => {
    expect(
      MASK_DEFINITIONS.filter(({ choices }) => (choices ?? []).length === 0).map(({ name }) => name),
    ).toEqual([]);
  });

  it('is described whole: the 39 names of the language and the extensions', () => {
    const described = describeMasks();
    const names = described.map(({ name }) => name);
    expect(KNOWN_MASK_NAMES.size).toBe(39);
    expect(
      described
        .filter(({ isExtension }) => !isExtension)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...KNOWN_MASK_NAMES].sort());
    expect(names).toEqual(expect.arrayContaining(['fpe', 'date_shift', 'noise', 'partial', 'hash']));
    expect(names).toEqual(expect.arrayContaining(['email', 'phone', 'from_regex', 'ip_address']));
    expect(new Set(names).size).toBe(names.length);
    expect(described.filter(({ choices }) => choices.length === 0)).toEqual([]);
  });

  it('is described as plain JSON', () => {
    const described = describeMasks();
    expect(JSON.parse(JSON.stringify(described))).toEqual(described);
    expect(described.find(({ name }) => name === 'from_random_number')).toMatchObject({
      family: 'number',
      role: 'source',
      usesRandomness: true,
      accepts: ['all'],
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'max', type: 'number', required: true, defaultValue: null }),
        expect.objectContaining({ name: 'min', required: false, defaultValue: '0' }),
        expect.objectContaining({ name: 'decimal_places', defaultValue: '0', constraints: '0 to 18' }),
        expect.objectContaining({ name: 'native', defaultValue: 'false' }),
      ]),
    });
  });
});

describe('parseFormat', () => {
  it.each([
    ['{[A-C],1}', 3n],
    ['{[0-9],2}x', 100n],
    ['{[aA],3}', 8n],
    ['+{[1-9],1}{[0-9],6}', 9_000_000n],
    ['{[aab],1}', 2n],
    ['{[a-cb-e],1}', 5n],
    ['{!int, 5:14}', 10n],
    ['{!int, 1:100, pad}{[ab],1}', 200n],
    ['{(a|b|a)}', 2n],
    ['{[ab],1:3}', 14n],
    ['{[ab],1:3}{[ab],1}', null],
    ['{!int, 1:10}{[0-9],1}', null],
    ['text', 1n],
    ['{[a-],1}', 2n],
    ['{[-a],1}', 2n],
    ['{[0-9],  2}', 100n],
    ['{[α-ω],1}', 25n],
    ['{[😀-😉],1}', 10n],
    [String.raw`\{\}\\{[\]\-a],1}`, 3n],
    ['{!int, -3:3}', 7n],
  ])('%s can give %s texts', (format, capacity) => {
    expect(parseFormat(format).capacity).toBe(capacity);
  });

  it.each([
    ['ab{', 3],
    ['a}', 2],
    ['{[z-a],1}', 5],
    ['{[a', 2],
    ['{(a|b', 1],
    ['{!int, x}', 1],
    ['a\\', 2],
    ['{[],1}', 2],
    ['{[a],0}', 1],
    ['{[a],3:2}', 1],
    ['{!int, 5:1}', 1],
    ['{!int, 1:}', 1],
    ['{x}', 1],
    ['', 1],
  ])('says where %j is wrong', (format, character) => {
    const attempt = (): unknown => parseFormat(format);
    expect(attempt).toThrow(FormatError);
    expect(attempt).toThrow(expect.objectContaining({ character }));
  });

  it.each([
    '{[0-9],999999999}',
    '{[0-9],1000000}{[0-9],1000000}',
    `{!int, 0:${'9'.repeat(2000)}}`,
    'x'.repeat(10_001),
  ])('refuses huge outputs: %#', (format) => {
    expect(() => parseFormat(format)).toThrow(FormatError);
  });
});

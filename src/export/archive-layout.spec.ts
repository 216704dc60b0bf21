import fc from 'fast-check';

import {
  EntryNames,
  fileNameOf,
  nameOfFile,
  rulesetOfEntry,
  seedOfEntry,
  textFolder,
  textOfEntry,
} from './archive-layout.js';

describe('file names in an archive', () => {
  it('give every name back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        expect(nameOfFile(fileNameOf(name))).toBe(name);
      }),
      { seed: 1 },
    );
  });

  it.each([
    ['nightly refresh', 'nightly refresh'],
    ['a/b', 'a%2Fb'],
    ['..', '%2E%2E'],
    ['100 %', '100 %25'],
    ['con', '%63on'],
    ['ends.', 'ends%2E'],
    ['line\nbreak', 'line%0Abreak'],
    ['Übung', 'Übung'],
  ])('write %j as %j', (name, file) => {
    expect(fileNameOf(name)).toBe(file);
  });

  it('keep names of other programs that are no escapes', () => {
    expect(nameOfFile('50% off')).toBe('50% off');
  });

  it('differ on systems that ignore case', () => {
    const names = new EntryNames();
    expect(['A', 'a', 'a/b'].map((name) => names.next('rulesets/file', name))).toEqual([
      'rulesets/file/A.yml',
      'rulesets/file/%61.yml',
      'rulesets/file/a%2Fb.yml',
    ]);
  });

  it('give every name back, however many differ in case alone', () => {
    const seeds = ['Ab.csv', 'aB.csv', 'AB.csv', 'ab.csv', 'ab.CSV', 'é.csv', 'e\u0301.csv', 'É.csv'];
    const names = new EntryNames();
    const entries = seeds.map((name) => names.next('seeds', name, ''));
    expect(new Set(entries.map((entry) => entry.normalize('NFC').toLowerCase())).size).toBe(seeds.length);
    expect(entries.map((entry) => seedOfEntry(entry))).toEqual(seeds);
  });

  it.each([
    ['rulesets/database/a%2Fb.yml', { name: 'a/b', type: 'database' }],
    ['rulesets/other/a.yml', null],
    ['rulesets/database/deeper/a.yml', null],
    ['rulesets/database/a.txt', null],
  ])('tell what %s holds', (entry, expected) => {
    expect(rulesetOfEntry(entry)).toEqual(expected);
  });

  it.each([
    ['libraries/houses.yml', { kind: 'libraries', group: '', name: 'houses' }],
    ['libraries/estate%2Feu/houses.yml', { kind: 'libraries', group: 'estate/eu', name: 'houses' }],
    ['discovery-libraries/houses.yml', { kind: 'discovery_config_libraries', group: '', name: 'houses' }],
    ['discovery-configs/file/a%2Fb.yml', { kind: 'discovery_configs', group: 'file', name: 'a/b' }],
    ['generation-configs/houses.yml', { kind: 'generation_configs', group: '', name: 'houses' }],
  ] as const)('tell which text %s holds', (entry, expected) => {
    expect(textOfEntry(entry)).toEqual(expected);
    expect(`${textFolder(expected.kind, expected.group)}/${fileNameOf(expected.name)}.yml`).toBe(entry);
  });

  it.each([
    'seeds/houses.yml',
    'libraries/a/b/c.yml',
    'libraries/houses.txt',
    'rulesets/file/a.yml',
    'generation-configs/a/b.yml',
  ])('tell that %s holds no such text', (entry) => {
    expect(textOfEntry(entry)).toBeNull();
  });
});

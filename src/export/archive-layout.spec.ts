import fc from 'fast-check';

import {
  EntryNames,
  fileNameOf,
  libraryOfEntry,
  nameOfFile,
  rulesetOfEntry,
  seedOfEntry,
} from './archive-layout.js';

describe('file names in an archive', () => {
  it('give every name back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        expect(nameOfFile(fileNameOf(name))).toBe(name);
      }),
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
    ['libraries/houses.yml', { namespace: '', name: 'houses' }],
    ['libraries/estate%2Feu/houses.yml', { namespace: 'estate/eu', name: 'houses' }],
    ['seeds/houses.yml', null],
  ])('tell which library %s holds', (entry, expected) => {
    expect(libraryOfEntry(entry)).toEqual(expected);
  });
});

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from './index.js';

const LISTED = JSON.parse(readFileSync(join(__dirname, 'landed.json'), 'utf8')) as Record<string, string>;
const FILES = readdirSync(__dirname).filter((file) => /^\d.*\.ts$/.test(file));

describe('a migration that has landed', () => {
  it.each(Object.entries(LISTED))(
    'is never changed, since databases have been made by it: %s',
    (file, hash) => {
      const text = readFileSync(join(__dirname, file));
      expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
    },
  );

  it('is noted by `npm run migrations:list`', () => {
    expect(FILES.filter((file) => !(file in LISTED))).toEqual([]);
  });

  it('is run', () => {
    const times = MIGRATIONS.map(({ name }) => /\d+$/.exec(name)?.[0]);
    expect([...times].sort()).toEqual(FILES.map((file) => file.split('-')[0]).sort());
  });
});

import type { DatabaseSettings } from '../../adapters/databases/index.js';
import { targetKey } from './target-key.js';

const settings: DatabaseSettings = {
  host: 'db.example.com',
  tcpPort: 5432,
  database: 'shop',
  user: 'one',
  password: 'secret',
  schema: '',
  engineOptions: {},
  readOnly: false,
};
const keyOf = (changes: Partial<DatabaseSettings>, id = 'a'): string =>
  targetKey({ id, dbType: 'postgres', storage: null, settings: { ...settings, ...changes } });

it.each<[Partial<DatabaseSettings>, Partial<DatabaseSettings>]>([
  [{}, { user: 'two', password: 'other', schema: 'app', readOnly: true }],
  [{}, { host: 'DB.Example.COM' }],
  [{}, { host: ' db.example.com. ' }],
  [{ host: 'localhost' }, { host: '127.0.0.1' }],
  [{ host: 'LOCALHOST' }, { host: '::1' }],
])('%j and %j are one target', (one, other) => {
  expect(keyOf(one, 'a')).toBe(keyOf(other, 'b'));
});

it.each<[Partial<DatabaseSettings>, Partial<DatabaseSettings>]>([
  [{}, { host: 'db2.example.com' }],
  [{}, { tcpPort: 5433 }],
  [{}, { database: 'Shop' }],
  [{ host: '/run/A' }, { host: '/run/a' }],
  [{ host: '' }, { host: '' }],
])('%j and %j are two targets', (one, other) => {
  expect(keyOf(one, 'a')).not.toBe(keyOf(other, 'b'));
});

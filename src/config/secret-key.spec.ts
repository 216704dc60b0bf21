import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from './config.js';
import { loadConfig } from './load-config.js';
import { resolveSecretKey } from './secret-key.js';

describe('resolveSecretKey', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'vizard-key-'));
  });
  afterEach(() => {
    rmSync(dataDir, { recursive: true });
  });

  function load(env: Record<string, string> = {}): Config {
    return loadConfig({ env: { DATA_DIR: dataDir, ...env }, root: '/', cwd: '/', isTerminal: false });
  }

  it('makes a key file that only its owner reads, and uses it ever after', () => {
    const first = resolveSecretKey(load()).secretKey;
    expect(first).toHaveLength(32);
    expect(resolveSecretKey(load()).secretKey).toEqual(first);
    expect(readdirSync(dataDir)).toEqual(['secret.key']);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  it('does not keep the key itself in the file', () => {
    const key = resolveSecretKey(load()).secretKey?.toString('hex') ?? '';
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).not.toContain(key);
  });

  it('prefers a given key and makes no file', () => {
    const config = load({ SECRET_KEY: 'x'.repeat(40) });
    expect(resolveSecretKey(config)).toBe(config);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('says so when the data folder cannot be made', () => {
    writeFileSync(join(dataDir, 'file'), '');
    expect(() => resolveSecretKey(load({ DATA_DIR: join(dataDir, 'file', 'below') }))).toThrow(
      /^DATA_DIR: the (folder cannot be made|key file secret.key cannot be read)/,
    );
  });

  it('refuses a damaged file instead of replacing it', () => {
    writeFileSync(join(dataDir, 'secret.key'), 'short');
    expect(() => resolveSecretKey(load())).toThrow(/is damaged. Restore it from a backup/);
  });
});

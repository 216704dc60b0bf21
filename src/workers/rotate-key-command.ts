import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DataSource } from 'typeorm';
import { SecretBoxError } from '../common/crypto/secret-box.js';
import { Logger } from '../common/logging/logger.js';
import { ConfigError } from '../config/config-error.js';
import type { Config } from '../config/config.js';
import { loadConfig, type Start } from '../config/load-config.js';
import { deriveSecretKey, keyFileText, readSecretKey } from '../config/secret-key.js';
import { startOf } from '../config/start.js';
import { dataSourceOptions } from '../database/data-source.js';
import { waitUntilMigrated, waitUntilReachable } from '../database/migrate.js';
import { transaction } from '../database/transaction.js';
import { rotateKey, type KeyChange } from '../key-rotation/rotate-key.js';
import { reportFailedStart } from './failed-start.js';
import { withOwnDatabase } from './own-database.js';

const MIN_LENGTH = 32;
const NAME = 'vizard key rotation';

/** A new key, and what makes it the one that the next start uses. */
interface NewKey {
  readonly key: Buffer;
  /** Called once the database is changed. */
  readonly install: () => void;
  readonly afterwards: string;
}

/**
 * `npm run keys:rotate`: seals every stored secret by a new key. With the key file below DATA_DIR a new key is made and put
 * in its place; where SECRET_KEY is set, `--to FILE` names a file that holds the new one. All processes must be stopped.
 */
export async function runRotateKeyCommand(root: string, args: readonly string[]): Promise<void> {
  await reportFailedStart(async () => {
    const start = startOf(root);
    const given = loadConfig({ ...start, env: { ...start.env, ROLE: 'all' } });
    const logger = Logger.create(given.log);
    const from = readSecretKey(given).secretKey;
    if (from === null) {
      throw new ConfigError([
        'SECRET_KEY: there is no key to change. Put the file secret.key back below DATA_DIR, or set SECRET_KEY.',
      ]);
    }
    const next = newKey(given, start, args);
    await withOwnDatabase(given, async (url) => {
      await waitUntilReachable(url, logger);
      await waitUntilMigrated(url, logger, 0);
      const count = await rotateIn(url, { from, to: next.key });
      next.install();
      logger.info(`${count} stored secrets are sealed by the new key. ${next.afterwards}`);
    });
  });
}

function newKey(config: Config, start: Start, args: readonly string[]): NewKey {
  const [flag, file] = args;
  if (flag !== undefined && (flag !== '--to' || file === undefined)) {
    throw new Error('Say "--to FILE", where the file holds the new key, or nothing.');
  }
  if (file !== undefined) {
    const text = newKeyText(resolve(start.cwd, file));
    if (text.length < MIN_LENGTH) {
      throw new Error(`The new key must have at least ${MIN_LENGTH} characters.`);
    }
    const afterwards = 'Set SECRET_KEY to it before the next start, and remove the old one.';
    return { key: deriveSecretKey(text), install: () => undefined, afterwards };
  }
  if (config.secretKey !== null) {
    throw new Error('SECRET_KEY is set: name a file with the new key by "--to FILE".');
  }
  return newKeyFile(join(config.paths.dataDir, 'secret.key'));
}

function newKeyText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`;
    throw new Error(`The file of the new key ${reason}: ${path}`, { cause: error });
  }
}

/** The new file lies beside the old one before anything changes: a crash in between loses no key. */
function newKeyFile(path: string): NewKey {
  const draft = `${path}.new`;
  return {
    key: deriveSecretKey(draftText(draft)),
    install: () => {
      renameSync(draft, path);
    },
    afterwards: `The key file ${path} is replaced: keep a copy of it, and remove copies of the old one.`,
  };
}

/** The text of a draft that an interrupted rotation left, else of a new one. */
function draftText(draft: string): string {
  if (existsSync(draft) && newKeyText(draft).length < MIN_LENGTH) {
    throw new ConfigError([
      `DATA_DIR: the draft of the new key, ${draft}, is damaged and holds no whole key. Remove it, and say npm run keys:rotate again.`,
    ]);
  }
  return keyFileText(draft);
}

async function rotateIn(url: string, change: KeyChange): Promise<number> {
  const dataSource = new DataSource(dataSourceOptions({ url, poolSize: 1, name: NAME }));
  await dataSource.initialize();
  try {
    await refuseWhileInUse(dataSource);
    return await transaction(dataSource, (manager) => rotateKey(manager, change)).catch(
      async (error: unknown) => {
        // Changed already, by a rotation that ended before the new key was put in place.
        if (error instanceof SecretBoxError && (await isSealedBy(dataSource, change.to))) {
          return 0;
        }
        throw error;
      },
    );
  } finally {
    await dataSource.destroy();
  }
}

function isSealedBy(dataSource: DataSource, key: Buffer): Promise<boolean> {
  return transaction(dataSource, (manager) => rotateKey(manager, { from: key, to: key })).then(
    () => true,
    () => false,
  );
}

/** What still runs would go on with the old key, and seal new secrets by it. */
async function refuseWhileInUse(dataSource: DataSource): Promise<void> {
  const [sessions] = await dataSource.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'vizard %' AND pid <> pg_backend_pid()`,
  );
  if (sessions.count > 0) {
    throw new ConfigError([
      `${sessions.count} sessions of running processes are open in the database. Stop the API and all workers first.`,
    ]);
  }
}

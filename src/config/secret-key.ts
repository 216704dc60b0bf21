import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from './config-error.js';
import type { Config } from './config.js';

const MIN_LENGTH = 32;

/** The 32 bytes that seal secrets at rest, from text of any form. */
export function deriveSecretKey(text: string): Buffer {
  return Buffer.from(hkdfSync('sha256', text, '', 'vizard/secret-key/v1', 32));
}

/** The configuration with its key as given, else from the key file under the data folder; null: there is none yet. */
export function readSecretKey(config: Config): Config {
  const text = config.secretKey === null ? readKeyFile(keyFileOf(config)) : null;
  return text === null ? config : withKey(config, text);
}

/** The same; where there is none, the key file is made (0600, whole or not at all). For the first start alone. */
export function resolveSecretKey(config: Config): Config {
  const read = readSecretKey(config);
  return read.secretKey === null ? withKey(config, keyFileText(keyFileOf(config))) : read;
}

function keyFileOf({ paths }: Config): string {
  return join(paths.dataDir, 'secret.key');
}

function withKey(config: Config, text: string): Config {
  return Object.freeze({ ...config, secretKey: deriveSecretKey(text) });
}

/** What a key file holds; where there is none it is made (0600, whole or not at all). */
export function keyFileText(file: string): string {
  return readKeyFile(file) ?? createKeyFile(file);
}

function readKeyFile(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return null;
    }
    throw new ConfigError([`DATA_DIR: the key file ${basename(file)} cannot be read by this user.`]);
  }
  if (text.length < MIN_LENGTH) {
    throw new ConfigError([
      `DATA_DIR: the key file ${basename(file)} is damaged. Restore it from a backup: without it stored passwords cannot be opened.`,
    ]);
  }
  return text;
}

function createKeyFile(file: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch {
    throw new ConfigError(['DATA_DIR: the folder cannot be made or written by this user.']);
  }
  try {
    // A link never replaces: of two first starts at once, one key wins and both use it.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const text = readKeyFile(file);
  if (text === null) {
    throw new ConfigError([`DATA_DIR: the key file ${basename(file)} vanished while starting.`]);
  }
  return text;
}

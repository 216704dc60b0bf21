import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2';
import type { DatabaseSettings } from '../../src/adapters/databases/index.js';
import type { RowText } from '../../src/engine/index.js';
import { endGuarded, freePort, launchGuarded } from './guarded-process.js';

/** A MariaDB server for one test file; nothing else uses it. */
export interface TestMariadb {
  /** A fresh database with a user of its own that may do everything in it. */
  createTarget(): Promise<MariadbTarget>;
  /** SIGKILL, as if the machine had lost power; `restart` brings it back on the same port, with its data. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface MariadbTarget {
  readonly settings: DatabaseSettings;
  /** The rows of the last statement as text, by the plain driver, as the server's administrator. */
  sql(text: string): Promise<RowText[]>;
  drop(): Promise<void>;
}

let installed: boolean | undefined;

/** Can tests of MariaDB run here? If not, the reason is printed once. */
export function hasMariadb(): boolean {
  if (installed === undefined) {
    const found = ['mariadbd', 'mariadb-install-db'].map((name) =>
      spawnSync(name, ['--help'], { stdio: 'ignore' }),
    );
    installed = found.every(({ error }) => error === undefined);
    if (!installed) {
      process.stderr.write('Skipped: tests of MariaDB (no mariadbd and mariadb-install-db on PATH).\n');
    }
  }
  return installed;
}

/** `describe` where MariaDB is installed, `describe.skip` elsewhere. */
export function describeWithMariadb(name: string, body: () => void): void {
  (hasMariadb() ? describe : describe.skip)(name, body);
}

/** A private server with a data directory of its own. Started by root it runs as the user of the package. */
export async function startMariadb(settings: readonly string[] = []): Promise<TestMariadb> {
  const folder = mkdtempSync(join(tmpdir(), 'vizard-test-mariadb-'));
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['--user=mysql'] : [];
  const [data, temporary] = [join(folder, 'data'), join(folder, 'tmp')];
  mkdirSync(temporary);
  // Whoever the server runs as. `mkdirSync` would leave out what the umask leaves out.
  chmodSync(temporary, 0o777);
  execFileSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      ...user,
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  const launch = async (): Promise<ChildProcess> => {
    const child = launchGuarded('mariadbd', [
      '--no-defaults',
      ...user,
      ...serverSettings(data, temporary, port),
      ...settings,
    ]);
    await untilReady(port);
    return child;
  };
  let child = await launch();
  const kill = async (): Promise<void> => {
    await endGuarded(child);
  };
  return {
    createTarget: () => createTarget(port),
    kill,
    restart: async () => {
      await kill();
      child = await launch();
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function serverSettings(data: string, temporary: string, port: number): readonly string[] {
  return [
    `--datadir=${data}`,
    // A server that starts removes what it takes for another's remains, and the other may be working with it.
    `--tmpdir=${temporary}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(data, 's')}`,
    '--skip-name-resolve',
    '--performance-schema=ON',
    '--innodb-buffer-pool-size=64M',
    '--innodb-log-file-size=32M',
  ];
}

async function untilReady(port: number): Promise<void> {
  const deadline = Date.now() + 500_000;
  for (;;) {
    const client = openClient(port);
    try {
      await ask(client, 'SELECT 1');
      return;
    } catch (error) {
      if (Date.now() > deadline) {
        throw error;
      }
      await sleep(50);
    } finally {
      client.destroy();
    }
  }
}

async function createTarget(port: number): Promise<MariadbTarget> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const password = `pass'"\\ ${randomBytes(6).toString('hex')}`;
  const client = openClient(port);
  await ask(client, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await ask(client, `CREATE USER ${name}@'%' IDENTIFIED BY ${client.escape(password)}`);
  await ask(client, `GRANT ALL ON ${name}.* TO ${name}@'%'`);
  // Foreign keys that it may not see are told apart from ones that are not there.
  await ask(client, `GRANT PROCESS ON *.* TO ${name}@'%'`);
  await ask(client, `USE ${name}`);
  let current = client;
  let isOpen = whileOpen(client);
  /** A server that was killed and came back has forgotten its connections. */
  const connected = async (): Promise<mysql.Connection> => {
    if (!isOpen()) {
      current = openClient(port);
      isOpen = whileOpen(current);
      await ask(current, `USE ${name}`);
    }
    return current;
  };
  return {
    settings: {
      host: '127.0.0.1',
      tcpPort: port,
      database: name,
      user: name,
      password,
      schema: '',
      engineOptions: {},
      readOnly: false,
    },
    sql: async (text) => ask(await connected(), text),
    drop: async () => {
      await ask(await connected(), `DROP DATABASE IF EXISTS ${name}`);
      current.destroy();
    },
  };
}

function openClient(port: number): mysql.Connection {
  const client = mysql.createConnection({
    host: '127.0.0.1',
    port,
    user: 'root',
    charset: 'utf8mb4',
    multipleStatements: true,
    rowsAsArray: true,
    jsonStrings: true,
  });
  client.on('error', () => undefined);
  return client;
}

function whileOpen(client: mysql.Connection): () => boolean {
  let open = true;
  const closed = (): void => {
    open = false;
  };
  client.on('error', closed).on('end', closed);
  return () => open;
}

function ask(client: mysql.Connection, sql: string): Promise<RowText[]> {
  return new Promise((resolve, reject) => {
    const typeCast = (field: { string(): string | null }): string | null => field.string();
    client.query({ sql, typeCast }, (error, result) => {
      if (error === null) {
        resolve(lastRows(result));
      } else {
        reject(error);
      }
    });
  });
}

/** Of several statements the driver gives one result each; only of one that reads it is a list of lists. */
function lastRows(result: unknown): RowText[] {
  const isOfSeveral = Array.isArray(result) && result.some((part) => part !== null && !isRow(part));
  const last: unknown = isOfSeveral ? result.at(-1) : result;
  return Array.isArray(last) ? (last as RowText[]) : [];
}

function isRow(part: unknown): boolean {
  return Array.isArray(part) && part.every((cell) => cell === null || typeof cell === 'string');
}

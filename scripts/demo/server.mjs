import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 30_000;

/** `wanted` if nobody listens there, else any free port. */
export async function freePort(wanted) {
  const tryPort = (port) =>
    new Promise((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(null));
      probe.listen(port, '127.0.0.1', () => {
        const found = probe.address().port;
        probe.close(() => resolve(found));
      });
    });
  return (await tryPort(wanted)) ?? (await tryPort(0));
}

/** The real program as its own process, just as `npm start` runs it, with its log in a file. */
export class Server {
  #child;
  #ended;
  #logFile;

  constructor({ root, dataDir, port, environment }) {
    this.root = root;
    this.dataDir = dataDir;
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.environment = {
      ...process.env,
      LOG_FORMAT: 'json',
      ...environment,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      ROLE: 'all',
    };
    this.#logFile = join(dataDir, 'server.log');
  }

  get logFile() {
    return this.#logFile;
  }

  /** Resolves when the API answers. Throws with the end of the log when the program ends before. */
  async start() {
    await mkdir(this.dataDir, { recursive: true });
    const log = createWriteStream(this.#logFile);
    this.#child = spawn(process.execPath, ['--enable-source-maps', 'dist/src/main.js'], {
      cwd: this.root,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C of the terminal is ours to pass on, once.
      detached: true,
    });
    this.#child.stdout.pipe(log, { end: false });
    this.#child.stderr.pipe(log, { end: false });
    this.#ended = new Promise((resolve) => this.#child.once('close', (code) => log.end(() => resolve(code))));
    let hasEnded = false;
    void this.#ended.then(() => (hasEnded = true));
    const deadline = Date.now() + START_LIMIT_MS;
    while (!(await this.#answers())) {
      if (hasEnded || Date.now() > deadline) {
        await this.stop();
        throw new Error(`Vizard did not start. The end of ${this.#logFile}:\n${await this.#logEnd()}`);
      }
      await sleep(100);
    }
  }

  async #answers() {
    try {
      return (await fetch(`${this.baseUrl}/api/healthcheck/`)).ok;
    } catch {
      return false;
    }
  }

  async #logEnd() {
    return (await readFile(this.#logFile, 'utf8')).split('\n').slice(-15).join('\n');
  }

  /** Calls back when the program ends by itself. */
  onEnd(listener) {
    void this.#ended.then(listener);
  }

  /** Asks the program to end and waits; a program that does not listen is killed. */
  async stop() {
    if (this.#child === undefined) {
      return;
    }
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGTERM');
    }
    const limit = setTimeout(() => this.#child.kill('SIGKILL'), STOP_LIMIT_MS);
    await this.#ended;
    clearTimeout(limit);
  }
}

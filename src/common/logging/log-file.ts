import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';

const MAX_BYTES = 5 * 1024 * 1024;
/** Of all processes together; those written to last are kept. */
const KEPT_FILES = 20;

/**
 * Writes a process's lines to a file of its own, for the download of logs; a full one is kept as `.1` beside the new.
 * Where nothing can be written, nothing is: the log on standard output is the one that counts.
 */
export class LogFile implements DestinationStream {
  private readonly path: string;
  private bytes = 0;
  private usable = true;

  constructor(folder: string, processName: string) {
    this.path = join(folder, `${processName}.log`);
    this.quietly(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      removeOldest(folder);
      this.bytes = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    });
  }

  write(line: string): void {
    this.quietly(() => {
      if (this.bytes > MAX_BYTES) {
        renameSync(this.path, `${this.path}.1`);
        this.bytes = 0;
      }
      appendFileSync(this.path, line, { mode: 0o600 });
      this.bytes += Buffer.byteLength(line);
    });
  }

  private quietly(work: () => void): void {
    if (!this.usable) {
      return;
    }
    try {
      work();
    } catch {
      this.usable = false;
    }
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, time: statSync(path).mtimeMs }))
    .sort((one, other) => other.time - one.time);
  for (const { path } of files.slice(KEPT_FILES)) {
    rmSync(path, { force: true });
  }
}

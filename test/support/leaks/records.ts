import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Where something was said, as a failure names it. */
export interface Place {
  /** Secrets of a request that was refused: nobody's, perhaps, but not to be sent back either. */
  readonly refused?: readonly Secret[];
  readonly kind: 'answer' | 'log' | 'queue';
  /** For example `GET /api/runs/{id}/`. */
  readonly name: string;
  /** How the body is packed, as in the header `Content-Encoding`. */
  readonly encoding?: string;
}

/** A value that must not be told; `kind` is what a failure calls it. */
export interface Secret {
  readonly kind: string;
  readonly value: string;
}

/** Longer texts are no candidates for secrets. */
const LONGEST_OPEN = 200;

const files = new Map<string, number>();
const known = new Set<string>();

/**
 * Keeps what the program said for the check at the end of the test run (check-leaks.mjs). Written at once, as a test may
 * kill the process.
 */
export function recordSaid(place: Place, bytes: Buffer): void {
  if (bytes.length > 0) {
    append('said', Buffer.from(`${JSON.stringify({ ...place, bytes: bytes.length })}\n`), bytes);
  }
}

/** Keeps a value that the program must not tell; `kind` is what a failure calls it. */
export function recordSecret(kind: string, value: string): void {
  const line = `${JSON.stringify({ kind, value })}\n`;
  if (isTelling(value) && !known.has(line)) {
    known.add(line);
    append('secrets', Buffer.from(line));
  }
}

/** Notes a text that a request gives openly: tests of bad input write one text into fields of all kinds. */
export function recordOpen(value: string): void {
  const line = `${JSON.stringify({ open: value })}\n`;
  if (isTelling(value) && value.length <= LONGEST_OPEN && !known.has(line)) {
    known.add(line);
    append('secrets', Buffer.from(line));
  }
}

/** Keeps an uploaded key, or an archive of such, none of whose lines may be told. */
export function recordSecretFile(kind: string, bytes: Buffer): void {
  append('secrets', Buffer.from(`${JSON.stringify({ kind, file: bytes.toString('base64') })}\n`));
}

/** A file for the output of other processes; null outside of a test run that keeps records. */
export function logFile(): number | null {
  return fileOf('log');
}

/** Not a word that stands in many places for other reasons, such as `postgres` or `aaaaaaaa`. */
export function isTelling(value: string): boolean {
  const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((each) => each.test(value)).length;
  return value.length >= 8 && new Set(value).size >= 5 && (classes >= 2 || value.length >= 16);
}

function append(name: string, ...pieces: readonly Buffer[]): void {
  const file = fileOf(name);
  if (file !== null) {
    writeSync(file, Buffer.concat(pieces));
  }
}

function fileOf(name: string): number | null {
  const folder = process.env.VIZARD_TEST_RECORDS;
  if (folder === undefined) {
    return null;
  }
  const file = files.get(name) ?? openSync(join(folder, `${process.pid}.${name}`), 'a', 0o600);
  files.set(name, file);
  return file;
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const HAS_PROC = existsSync('/proc/self/stat');

/** A text that differs between two processes that had the same pid one after the other; null: no such process. */
export function processMark(pid: number): string | null {
  if (!HAS_PROC) {
    return ask(pid, 'lstart=');
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the start time is the 20th field behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Does a process with this pid live, and is it the one the mark was taken from? */
export function isSameProcess(pid: number, mark: string): boolean {
  return Number.isInteger(pid) && pid > 0 && processMark(pid) === mark;
}

/** The command line of a living process, arguments separated by NUL or space; null: no such process. */
export function commandLine(pid: number): string | null {
  if (!HAS_PROC) {
    return ask(pid, 'command=');
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') || null;
  } catch {
    return null;
  }
}

function ask(pid: number, column: string): string | null {
  const { status, stdout } = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() || null : null;
}

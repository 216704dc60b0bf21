import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

const TICKS_A_SECOND = 100;

/** Seconds of CPU that all processes of the server have used so far; null: not on this machine, or not on Linux. */
export async function serverCpu(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ text: string }>(`SELECT pg_read_file('postmaster.pid') AS text`);
  const postmaster = Number(rows[0]?.text.split('\n')[0]);
  try {
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const ticks = processes.map((name) => ticksOf(Number(name), postmaster));
    return ticks.reduce((sum, each) => sum + each, 0) / TICKS_A_SECOND;
  } catch {
    return null;
  }
}

/** Its own and, for the postmaster, those of its children that have ended; nothing for other processes. */
function ticksOf(pid: number, postmaster: number): number {
  const fields = statOf(pid);
  if (fields === null || (pid !== postmaster && Number(fields[1]) !== postmaster)) {
    return 0;
  }
  const [own, children] = [fields.slice(11, 13), fields.slice(13, 15)];
  return [...own, ...(pid === postmaster ? children : [])].reduce((sum, field) => sum + Number(field), 0);
}

/** The fields behind the name, which may hold anything: state, parent, … */
function statOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

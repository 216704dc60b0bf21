import { spawnSync, type ChildProcess } from 'node:child_process';
import { HEAP_QUESTION, type HeapAnswer } from './heap-probe.js';

const BYTES_PER_MB = 1_048_576;
const KIB_PER_MB = 1_024;
const ANSWER_MS = 30_000;

/** Megabytes of the server's processes: what lives, and what the system has given. */
export interface MemoryFigures {
  /** Of the API process, with its buffers, when all garbage has been collected. */
  readonly heap: number;
  readonly resident: number;
  /** Of the largest worker process. */
  readonly worker: number;
}

/** How many megabytes more than after the warm-up are no leak yet: caches that fill, pages that stay with the process. */
export const GROWTH_LIMITS: MemoryFigures = { heap: 32, resident: 160, worker: 160 };

/** What the API process (started with `heap-probe.js`) and its workers occupy. */
export async function memoryOf(child: ChildProcess): Promise<MemoryFigures> {
  const heap = await heapOf(child);
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' });
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const residentOf = (kib: string | undefined): number => Number(kib ?? 0) / KIB_PER_MB;
  const own = processes.find(([pid]) => pid === String(child.pid));
  const workers = processes.filter(
    ([, parent, , ...args]) => parent === String(child.pid) && args.join(' ').includes('worker.js'),
  );
  return {
    heap,
    resident: residentOf(own?.[2]),
    worker: Math.max(0, ...workers.map(([, , rss]) => residentOf(rss))),
  };
}

/** What has grown beyond its limit, as sentences. */
export function growthFaults(early: MemoryFigures, late: MemoryFigures): string[] {
  return (Object.keys(GROWTH_LIMITS) as (keyof MemoryFigures)[])
    .filter((kind) => late[kind] - early[kind] > GROWTH_LIMITS[kind])
    .map(
      (kind) =>
        `memory (${kind}) grew from ${Math.round(early[kind])} to ${Math.round(late[kind])} MB, by more than ${GROWTH_LIMITS[kind]} MB`,
    );
}

function heapOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('The server does not say what it occupies.'));
    }, ANSWER_MS);
    child.once('message', (answer) => {
      clearTimeout(timer);
      resolve((answer as HeapAnswer).heapBytes / BYTES_PER_MB);
    });
    child.send(HEAP_QUESTION);
  });
}

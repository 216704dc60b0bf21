/**
 * `npm run fuzz:api [-- --requests 100000 --seed 1]`: sends generated requests, as documented and hostile, to every operation
 * of openapi.json. A fault is an answer from 500 on (503 excepted: something outside is away), one that takes over five
 * seconds, a connection that breaks off, a server that ends, a process that grows. Faults are printed with the whole
 * request. A seed gives the same requests again, but for the ids in them, which the server gives.
 */
import { parseArgs } from 'node:util';
import { freePort } from '../test/support/guarded-process.js';
import { seededRandom } from '../test/support/random.js';
import { Operations } from './fuzz-api/operations.js';
import { growthFaults, type MemoryFigures } from './fuzz-api/process-memory.js';
import { Requests, type Caller, type FuzzRequest } from './fuzz-api/requests.js';
import { FuzzedServer, type Answer } from './fuzz-api/server.js';
import { sweep } from './fuzz-api/sweep.js';

const AT_ONCE = 8;
const SLOW_MS = 5_000;
const SWEEP_EVERY = 5_000;
/** Requests to one installation after which its caches are warm: what it grows from then on is measured. */
const WARM_UP = 10_000;
/** Seeds as far apart as the longest run has no request in common. */
const SEED_STEP = 1_000_003;
const KNOWN_MAX = 200;
const SHOWN_FAULTS = 20;
const ID = /"(?:id|name|serial|uuid)":("[^"\\]{1,60}"|\d{1,9})/g;

interface Report {
  readonly byStatus: Map<number, number>;
  readonly faults: string[];
  slowestMs: number;
  restarts: number;
  /** Entries that were made and deleted again. */
  deleted: number;
}

/** One installation after another, and what was found. */
class Fuzzing {
  readonly report: Report = { byStatus: new Map(), faults: [], slowestMs: 0, restarts: 0, deleted: 0 };
  readonly operations = new Operations('openapi.json');
  readonly memory: { early: MemoryFigures | null; late: MemoryFigures | null } = { early: null, late: null };
  private readonly known: string[] = [];
  private readonly requests = new Requests(this.operations, this.known);
  private server: FuzzedServer | null = null;
  private caller: Caller | null = null;
  /** Requests that this installation has had. */
  private received = 0;

  constructor(private readonly seed: number) {}

  /** Sends requests until there were so many, or too many faults. */
  async send(total: number): Promise<void> {
    for (let sent = 0; sent < total && this.report.faults.length < SHOWN_FAULTS; sent += AT_ONCE) {
      const caller = this.caller ?? (await this.comeIn());
      const batch = Array.from({ length: Math.min(AT_ONCE, total - sent) }, (_, index) =>
        this.requests.make(seededRandom(this.seed * SEED_STEP + sent + index), caller),
      );
      const server = this.server!;
      const answers = await Promise.all(batch.map((request) => server.send(request)));
      answers.forEach((answer, index) => {
        this.look(batch[index]!, answer);
      });
      this.received += batch.length;
      if (this.received % SWEEP_EVERY < AT_ONCE) {
        await this.sweep();
        console.log(
          `${sent + batch.length} of ${total} sent, ${this.report.faults.length} faults, MB: ${written(this.memory.late)}`,
        );
      }
    }
    await this.leave();
  }

  /** Requests may end logins, or lock everybody out, such as by other host names: then a new installation is made. */
  private async comeIn(): Promise<Caller> {
    this.caller = (await this.server?.logIn()) ?? null;
    while (this.caller === null) {
      this.report.restarts += this.server === null ? 0 : 1;
      await this.leave();
      this.server = await FuzzedServer.start(await freePort());
      this.caller = await this.server.logIn();
    }
    return this.caller;
  }

  private async sweep(): Promise<void> {
    const caller = this.caller ?? (await this.comeIn());
    this.report.deleted += await sweep(this.server!, this.operations, caller);
    await this.measure();
  }

  /** What an installation occupies once it is warm, and last. */
  private async measure(): Promise<void> {
    if (this.server?.isAlive === true) {
      this.memory.late = await this.server.memory();
      if (this.received >= WARM_UP) {
        this.memory.early ??= this.memory.late;
      }
    }
  }

  /** Ends an installation: until then it must not have grown. */
  private async leave(): Promise<void> {
    await this.measure();
    const { early, late } = this.memory;
    if (early !== null && late !== null) {
      console.log(`Memory in MB when warm: ${written(early)}; at the end: ${written(late)}`);
      this.report.faults.push(...growthFaults(early, late));
    }
    await this.stop();
    this.received = 0;
    Object.assign(this.memory, { early: null, late: null });
  }

  async stop(): Promise<void> {
    await this.server?.stop();
    this.server = null;
  }

  private look(request: FuzzRequest, answer: Answer): void {
    note(this.report, request, answer);
    remember(this.known, answer);
    const authorization = request.headers.authorization ?? '';
    const isOurs = authorization === this.caller?.token || authorization === this.caller?.bearer;
    const isLockedOut = answer.status === 400 && answer.text.includes('allowed_hosts');
    if (answer.status === 0 || isLockedOut || (isOurs && answer.status === 401)) {
      this.caller = null;
    }
  }
}

export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
  });
  const fuzzing = new Fuzzing(Number(values.seed));
  try {
    await fuzzing.send(Number(values.requests));
  } finally {
    await fuzzing.stop();
  }
  show(fuzzing);
}

function note(report: Report, request: FuzzRequest, { status, text, ms }: Answer): void {
  report.byStatus.set(status, (report.byStatus.get(status) ?? 0) + 1);
  report.slowestMs = Math.max(report.slowestMs, ms);
  const isBroken = status === 0 || (status >= 500 && status !== 503);
  if (isBroken || ms > SLOW_MS) {
    const body = String(request.body ?? '').slice(0, 600);
    const fault = `${status} after ${Math.round(ms)} ms: ${request.method} ${request.path}\n  ${JSON.stringify(request.headers)}\n  ${body}\n  ${text.slice(0, 300)}`;
    report.faults.push(fault.replaceAll(/(Token|Bearer) [\w.-]{20,}/g, '$1 …'));
    console.log(report.faults.at(-1));
  }
}

/** Ids of what there is, so that requests find something. */
function remember(known: string[], { status, text }: Answer): void {
  if (status < 200 || status > 299) {
    return;
  }
  for (const [, value] of text.slice(0, 20_000).matchAll(ID)) {
    const id = value!.replaceAll('"', '');
    if (!known.includes(id)) {
      known.push(id);
    }
  }
  known.splice(0, Math.max(0, known.length - KNOWN_MAX));
}

function written(memory: MemoryFigures | null): string {
  return Object.entries(memory ?? {})
    .map(([kind, mb]) => `${kind} ${Math.round(Number(mb))}`)
    .join(', ');
}

function show({ report, operations }: Fuzzing): void {
  const statuses = [...report.byStatus].sort(([a], [b]) => a - b);
  console.log(
    `Operations: ${operations.all.length}; answers: ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
  );
  console.log(`Slowest answer ${Math.round(report.slowestMs)} ms; entries deleted again: ${report.deleted}`);
  console.log(`New installations because requests had locked everybody out: ${report.restarts}`);
  report.faults.forEach((fault) => {
    console.log(`Fault: ${fault}`);
  });
  console.log(`${report.faults.length} faults`);
  process.exitCode = report.faults.length > 0 ? 1 : 0;
}

/**
 * `npm run fuzz:api [-- --requests 100000 --seed 1]`: sends generated requests, as documented and hostile, to every operation
 * of openapi.json. A fault is an answer from 500 on (503 excepted: something outside is away), one that takes over five
 * seconds, a connection that breaks off, a server that ends. Faults are printed with the whole request.
 */
import { parseArgs } from 'node:util';
import { freePort } from '../test/support/guarded-process.js';
import { seededRandom } from '../test/support/random.js';
import { Operations } from './fuzz-api/operations.js';
import { Requests, type Caller, type FuzzRequest } from './fuzz-api/requests.js';
import { FuzzedServer, type Answer } from './fuzz-api/server.js';

const AT_ONCE = 8;
const SLOW_MS = 5_000;
const REPORT_EVERY = 10_000;
const KNOWN_MAX = 200;
const SHOWN_FAULTS = 20;
const ID = /"(?:id|name|serial|uuid)":("[^"\\]{1,60}"|\d{1,9})/g;

interface Report {
  readonly byStatus: Map<number, number>;
  readonly faults: string[];
  slowestMs: number;
  restarts: number;
}

/** One installation after another, and what was found. */
class Fuzzing {
  readonly report: Report = { byStatus: new Map(), faults: [], slowestMs: 0, restarts: 0 };
  readonly operations = new Operations('openapi.json');
  readonly memory = { early: 0, late: 0 };
  private readonly known: string[] = [];
  private readonly requests = new Requests(this.operations, this.known);
  private server: FuzzedServer | null = null;
  private caller: Caller | null = null;

  constructor(private readonly seed: number) {}

  /** Sends requests until there were so many, or too many faults. */
  async send(total: number): Promise<void> {
    for (let sent = 0; sent < total && this.report.faults.length < SHOWN_FAULTS; sent += AT_ONCE) {
      const caller = this.caller ?? (await this.comeIn());
      const batch = Array.from({ length: AT_ONCE }, (_, index) =>
        this.requests.make(seededRandom(this.seed + sent + index), caller),
      );
      const server = this.server!;
      const answers = await Promise.all(batch.map((request) => server.send(request)));
      answers.forEach((answer, index) => {
        this.look(batch[index]!, answer);
      });
      if (sent % REPORT_EVERY < AT_ONCE) {
        this.memory.late = server.rssMb();
        this.memory.early ||= this.memory.late;
        console.log(
          `${sent} of ${total} sent, ${this.report.faults.length} faults, ${Math.round(this.memory.late)} MB`,
        );
      }
    }
    await this.server?.stop();
  }

  /** Requests may end logins, or lock everybody out, such as by other host names: then a new installation is made. */
  private async comeIn(): Promise<Caller> {
    this.caller = (await this.server?.logIn()) ?? null;
    while (this.caller === null) {
      this.report.restarts += this.server === null ? 0 : 1;
      await this.server?.stop();
      Object.assign(this.memory, { early: 0, late: 0 });
      this.server = await FuzzedServer.start(await freePort());
      this.caller = await this.server.logIn();
    }
    return this.caller;
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
  await fuzzing.send(Number(values.requests));
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

function show({ report, operations, memory }: Fuzzing): void {
  const statuses = [...report.byStatus].sort(([a], [b]) => a - b);
  console.log(
    `Operations: ${operations.all.length}; answers: ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
  );
  console.log(
    `Slowest answer ${Math.round(report.slowestMs)} ms; memory ${Math.round(memory.early)} MB early, ${Math.round(memory.late)} MB at the end`,
  );
  console.log(`New installations because requests had locked everybody out: ${report.restarts}`);
  console.log(`${report.faults.length} faults`);
  process.exitCode = report.faults.length > 0 ? 1 : 0;
}

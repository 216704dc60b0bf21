import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/guarded-process.js';
import { Program, processesOfGroups } from '../../test/support/program.js';

/** `one`: a process that supervises its workers; `pods`: API and worker processes, each by itself, over one Redis. */
export type Topology = 'one' | 'pods';

const APIS = 2;
const WORKERS = 3;
const START_MS = 300_000;
const ORPHAN_MS = 120_000;

interface Place {
  readonly env: Readonly<Record<string, string>>;
  readonly entry: string;
  readonly health: string;
  program: Program | null;
}

/** The product's processes; whichever is killed is started again, as a supervisor of containers does. */
export class Processes {
  private readonly apis: Place[] = [];
  private readonly workers: Place[] = [];
  /** Every process ever started leads a group of its own. */
  private readonly groups: number[] = [];

  private constructor(private readonly topology: Topology) {}

  static async start(
    topology: Topology,
    env: Readonly<Record<string, string>>,
    workers = WORKERS,
  ): Promise<Processes> {
    const processes = new Processes(topology);
    const place = async (entry: string, health: string, more: Record<string, string>): Promise<Place> => {
      const port = String(await freePort());
      return {
        env: { ...env, ...more, PORT: port },
        ...{ entry, health: `http://127.0.0.1:${port}${health}`, program: null },
      };
    };
    if (topology === 'one') {
      const more = { WORKER_PROCESSES: String(workers) };
      processes.apis.push(await place('dist/src/main.js', '/api/healthcheck/', more));
    } else {
      for (let each = 0; each < APIS; each += 1) {
        processes.apis.push(await place('dist/src/main.js', '/api/healthcheck/', { ROLE: 'api' }));
      }
      for (let each = 0; each < workers; each += 1) {
        processes.workers.push(await place('dist/src/worker.js', '/livez', { ROLE: 'worker' }));
      }
    }
    await Promise.all([...processes.apis, ...processes.workers].map((each) => processes.launch(each)));
    return processes;
  }

  /** Addresses of the API. */
  get urls(): readonly string[] {
    return this.apis.map(({ health }) => new URL(health).origin);
  }

  async killApi(which: number): Promise<void> {
    await this.replace(this.apis[Math.floor(which * this.apis.length)]!);
  }

  /** The supervisor replaces its own worker. */
  async killWorker(which: number): Promise<void> {
    if (this.topology === 'pods') {
      await this.replace(this.workers[Math.floor(which * this.workers.length)]!);
      return;
    }
    const pids = this.apis[0]?.program?.childPids() ?? [];
    const pid = pids[Math.floor(which * pids.length)];
    if (pid !== undefined) {
      process.kill(pid, 'SIGKILL');
    }
  }

  /** Stops each in good order and starts it again, one after the other: a new version is rolled out. */
  async roll(): Promise<void> {
    for (const place of [...this.apis, ...this.workers]) {
      await place.program?.end();
      await this.launch(place);
    }
  }

  /** Stops everything; gives processes that are still there long after. */
  async stop(): Promise<readonly number[]> {
    await Promise.all([...this.apis, ...this.workers].map(async ({ program }) => program?.end()));
    const deadline = Date.now() + ORPHAN_MS;
    while (processesOfGroups(this.groups).length > 0 && Date.now() < deadline) {
      await sleep(100);
    }
    return processesOfGroups(this.groups);
  }

  private async replace(place: Place): Promise<void> {
    await place.program?.end('SIGKILL');
    await this.launch(place);
  }

  private async launch(place: Place): Promise<void> {
    const program = Program.start({ env: place.env, entry: place.entry, ownGroup: true });
    place.program = program;
    this.groups.push(program.pid);
    const deadline = Date.now() + START_MS;
    for (;;) {
      const answer = await fetch(place.health).catch(() => null);
      if (answer?.ok === true) {
        return;
      }
      if (Date.now() > deadline || program.child.exitCode !== null) {
        throw new Error(`A process does not come up: ${program.output.slice(-4_000)}`);
      }
      await sleep(50);
    }
  }
}

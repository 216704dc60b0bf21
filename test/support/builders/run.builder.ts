import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../api-client.js';
import type { TestDatabase } from '../test-database.js';
import { connectionBodyTo, createConnection, type WireBody } from './connection.builder.js';
import { createRuleset, rulesetBody } from './ruleset.builder.js';

/** A run as the API shows it. */
export interface WireRun {
  readonly id: number;
  readonly status: string;
  readonly error_message: string | null;
  readonly options: WireBody;
  readonly progress: {
    readonly rows_done: number;
    readonly rows_masked: number;
    /** Of runs on files. */
    readonly files_done?: number;
    readonly tasks: WireTask[];
  };
  readonly [field: string]: unknown;
}

export interface WireTask {
  readonly path: string;
  readonly status: string;
  readonly rows_done: number;
  readonly rows_masked: number;
  readonly columns?: readonly unknown[];
  readonly error_code: string | null;
  readonly error_message: string | null;
}

export interface RunOrder {
  readonly connection: string;
  readonly ruleset: string;
  readonly options?: WireBody;
}

const FINAL = new Set(['finished', 'finished_with_warnings', 'failed', 'cancelled']);

export function isOver({ status }: WireRun): boolean {
  return FINAL.has(status);
}

/** A connection to the database that is masked. */
export function connectTo(
  client: ApiClient,
  target: Pick<TestDatabase, 'settings'>,
  changes: WireBody = {},
): Promise<string> {
  return createConnection(client, connectionBodyTo(target, changes));
}

/** A ruleset with these tasks, written as the part below `tasks:`. */
export function createTasks(client: ApiClient, tasks: string): Promise<string> {
  return createRuleset(client, rulesetBody({ config_yaml: `version: "1.0"\ntasks:\n${tasks}` }));
}

/** Starts a run and gives its id. */
export async function startRun(client: ApiClient, order: RunOrder): Promise<number> {
  const response = await client
    .post('/api/runs/', {
      name: 'test',
      source_connection: order.connection,
      ruleset: order.ruleset,
      options: order.options ?? {},
    })
    .expect(200);
  return (response.body as WireRun).id;
}

export async function showRun(client: ApiClient, id: number): Promise<WireRun> {
  return (await client.get(`/api/runs/${id}/`).expect(200)).body as WireRun;
}

/** Waits until a run is as wished, or final; the second ends the waiting with an error when it is not wished. */
export async function awaitRun(
  client: ApiClient,
  id: number,
  wished: (run: WireRun) => boolean = isOver,
  timeoutMs = 500_000,
): Promise<WireRun> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const run = await showRun(client, id);
    if (wished(run)) {
      return run;
    }
    if (isOver(run) || Date.now() > deadline) {
      throw new Error(`Run ${id} is ${run.status}: ${JSON.stringify(await logOf(client, id))}`);
    }
    await sleep(50);
  }
}

export async function runToEnd(client: ApiClient, order: RunOrder): Promise<WireRun> {
  return awaitRun(client, await startRun(client, order));
}

/** The messages of a run's log. */
export async function logOf(client: ApiClient, id: number): Promise<string[]> {
  const response = await client.get(`/api/runs/${id}/log/`).expect(200);
  return (response.body as { message: string }[]).map((line) => line.message);
}

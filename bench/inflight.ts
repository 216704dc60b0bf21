/**
 * Masking in a request against a JSON echo of bare node:http and one of an empty Nest with Express: 20 connections, each
 * server in a process of its own, the client here. `soak [minutes]`: 50 clients for 10 minutes, memory at the end of each
 * minute. `plans`: memory after using 10,000 plans.
 */
import { rmSync } from 'node:fs';
import { makeDataFolder } from '../test/support/data-folder.js';
import { atLeast, atMost } from './bars/bar.js';
import { measure, type Load, type LoadResult } from './inflight/load.js';
import { memoryMb, startServer, stopServer, type Running } from './inflight/running.js';

const MANY = 10_000;

const secretAt = (index: number): string => `a secret for requests ${String(index).padStart(6, '0')}`;
const json = (value: object): string => JSON.stringify(value);

export async function run(options: readonly string[] = []): Promise<void> {
  const [mode, minutes] = options;
  const dataDir = makeDataFolder('bench');
  const running: Running[] = [];
  const start = async (kind: string, plans = 0): Promise<Running> => {
    const server = await startServer(kind, dataDir, { BENCH_PLANS: String(plans) });
    running.push(server);
    return server;
  };
  try {
    if (mode === 'soak') {
      await soak(await start('vizard'), Number(minutes ?? 10));
    } else if (mode === 'plans') {
      await manyPlans(await start('vizard', MANY));
    } else {
      await compare(await start('bare'), await start('nest'), await start('vizard'));
    }
  } finally {
    await Promise.all(running.map(stopServer));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function compare(bare: Running, nest: Running, ours: Running): Promise<void> {
  const one = json({ data: ['Ada Lovelace 1815'], hash_values: 'customer-17', run_secret: secretAt(0) });
  const random = json({ data: ['Ada Lovelace 1815'], hash_values: 'customer-17' });
  const names = Array.from({ length: 1_000 }, (_, index) => `Ada Lovelace ${index}`);
  const list = json({ data: names, hash_values: names.map((_, index) => `customer-${index}`) });
  const secrets = Array.from({ length: 500 }, (_, index) => one.replace(secretAt(0), secretAt(index)));
  const fresh = Array.from({ length: 5_000 }, (_, index) => one.replace(secretAt(0), secretAt(index)));

  const echo = await row('one value: bare node:http echo', bare, { path: '/', bodies: [one] });
  await row('one value: empty Nest + Express echo', nest, { path: '/echo', bodies: [one] }, echo);
  const path = ours.paths.one ?? '';
  const same = await row('one value: ours, the same run secret', ours, { path, bodies: [one] }, echo);
  await row('one value: ours, no run secret', ours, { path, bodies: [random] }, echo);
  await row('one value: ours, 500 secrets in turn', ours, { path, bodies: secrets }, same);
  const inTurn = await row('one value: ours, 5,000 secrets in turn', ours, { path, bodies: fresh }, same);
  atLeast(0.6, 'one value in a request, of a JSON echo of bare node:http', same.perSecond / echo.perSecond);
  atMost(10, 'the same, p99', same.p99, ' ms');
  atLeast(0.8, 'another run secret with each request, of always the same', inTurn.perSecond / same.perSecond);
  const echoList = await row('1,000 values: bare node:http echo', bare, { path: '/', bodies: [list] });
  await row('1,000 values: empty Nest + Express echo', nest, { path: '/echo', bodies: [list] }, echoList);
  for (const plan of ['three', 'threeRandom']) {
    const load = { path: ours.paths[plan] ?? '', bodies: [list] };
    const masked = await row(`1,000 values: ours, plan "${plan}"`, ours, load, echoList);
    if (plan === 'three') {
      atLeast(
        0.7,
        '1,000 values with hash values in a request, of the echo',
        masked.perSecond / echoList.perSecond,
      );
    }
  }
}

async function row(name: string, server: Running, load: Load, base?: LoadResult): Promise<LoadResult> {
  const result = await measure(server, load);
  const ratio = base === undefined ? '' : (result.perSecond / base.perSecond).toFixed(2);
  const failed = result.failed === 0 ? '' : `  ${result.failed} FAILED`;
  print(
    `${name.padEnd(45)}${result.perSecond.toFixed(0).padStart(8)} req/s ${ratio.padStart(6)}   p50 ${result.p50} ms   p99 ${result.p99} ms${failed}`,
  );
  return result;
}

async function soak(ours: Running, minutes: number): Promise<void> {
  const data = Array.from({ length: 20 }, (_, index) => `Ada Lovelace ${index}`);
  const bodies = Array.from({ length: 200 }, (_, index) =>
    json({
      data,
      hash_values: `customer-${index}`,
      ...(index % 2 === 0 ? { run_secret: secretAt(index) } : {}),
    }),
  );
  for (let minute = 1; minute <= minutes; minute++) {
    const load = { path: ours.paths.three ?? '', bodies, seconds: 58, connections: 50 };
    const { perSecond, p99, failed } = await measure(ours, load);
    print(
      `minute ${minute}: ${(await memoryMb(ours)).toFixed(0)} MB, ${perSecond.toFixed(0)} req/s, p99 ${p99} ms, ${failed} failed`,
    );
  }
}

async function manyPlans(ours: Running): Promise<void> {
  const body = json({ data: ['Ada Lovelace'], hash_values: 'x' });
  const before = await memoryMb(ours);
  for (let round = 1; round <= 2; round++) {
    for (let i = 0; i < MANY; i++) {
      const response = await fetch(`http://127.0.0.1:${ours.port}${ours.paths[`many-${i}`] ?? ''}`, {
        ...{ method: 'POST', body },
        headers: { 'content-type': 'application/json', authorization: ours.authorization },
      });
      await response.arrayBuffer();
    }
    print(`${MANY} plans, round ${round}: ${before.toFixed(0)} → ${(await memoryMb(ours)).toFixed(0)} MB`);
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { endGuarded, freePort, launchGuarded } from './guarded-process.js';

/** The account that azurite knows; its key is public. */
const ACCOUNT = 'devstoreaccount1';
const ACCOUNT_KEY =
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';
const START_MS = 500_000;

/** A blob service on this machine. */
export interface Azurite {
  readonly connectionString: string;
  stop(): Promise<void>;
}

export async function startAzurite(): Promise<Azurite> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'vizard-azurite-'));
  const entry = join(process.cwd(), 'node_modules/azurite/dist/src/blob/main.js');
  const child = launchGuarded(process.execPath, [
    ...[entry, '--silent', '--location', folder, '--blobHost', '127.0.0.1', '--blobPort', String(port)],
    ...['--skipApiVersionCheck', '--disableTelemetry'],
  ]);
  await listening(port, child);
  const endpoint = `http://127.0.0.1:${port}/${ACCOUNT}`;
  return {
    connectionString: `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${ACCOUNT_KEY};BlobEndpoint=${endpoint};`,
    stop: async () => {
      await endGuarded(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await canConnect(port))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      throw new Error('azurite does not start.');
    }
    await sleep(50);
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

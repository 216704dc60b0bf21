import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWorker } from './workers/run-worker.js';

await runWorker(join(dirname(fileURLToPath(import.meta.url)), '..', '..'));

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMain } from './run-main.js';

await runMain(join(dirname(fileURLToPath(import.meta.url)), '..', '..'));

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runRotateKeyCommand } from './workers/rotate-key-command.js';

await runRotateKeyCommand(join(dirname(fileURLToPath(import.meta.url)), '..', '..'), process.argv.slice(2));

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBackupCommand } from './workers/backup-command.js';

await runBackupCommand(join(dirname(fileURLToPath(import.meta.url)), '..', '..'), process.argv.slice(2));

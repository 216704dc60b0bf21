import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endRestoredRuns } from './runs/remains/restored-runs.js';
import { runBackupCommand } from './workers/backup-command.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
await runBackupCommand(root, process.argv.slice(2), endRestoredRuns);

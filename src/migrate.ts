import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runMigrationCommand } from './workers/migration-command.js';

await runMigrationCommand(
  join(dirname(fileURLToPath(import.meta.url)), '..', '..'),
  process.argv[2] ?? 'run',
);

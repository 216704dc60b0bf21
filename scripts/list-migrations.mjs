/**
 * `npm run migrations:list` notes new migrations with the SHA-256 of their files in migrations/landed.json. What is noted must
 * never change again: databases have been made by it. A test fails when one does, or when one is not noted.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'migrations');
const listFile = join(folder, 'landed.json');
const listed = JSON.parse(readFileSync(listFile, 'utf8'));
const files = readdirSync(folder).filter((file) => /^\d.*\.ts$/.test(file));
const added = files.filter((file) => !(file in listed));
for (const file of added) {
  listed[file] = createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
}
const sorted = Object.fromEntries(Object.entries(listed).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(listFile, `${JSON.stringify(sorted, null, 2)}\n`);
process.stdout.write(added.length === 0 ? 'No new migration\n' : `Noted ${added.join(', ')}\n`);

/** Writes a file through the compiled adapters and waits to be killed before it is complete. */
import { once } from 'node:events';

import { storageAdapters } from '../../dist/src/adapters/storage/index.js';

const { kind, environment, settings, owner, path, bytes } = JSON.parse(process.env.STORAGE_TASK);
const store = await storageAdapters(environment)[kind].open(settings, owner);
const writer = await store.create(path, { contentType: null, mode: null });
const chunk = Buffer.alloc(64 * 1024, 7);
for (let written = 0; written < bytes; written += chunk.length) {
  if (!writer.body.write(chunk)) {
    await once(writer.body, 'drain');
  }
}
process.stdout.write('written\n');
setInterval(() => undefined, 60_000);

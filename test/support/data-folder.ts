import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * An empty `DATA_DIR` for a private server: whoever removes it removes all. Started by root, the server is another user, to
 * whom a closed folder would be no way; its data would lie elsewhere, and stay.
 */
export function makeDataFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `vizard-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}

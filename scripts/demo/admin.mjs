import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (dataDir) => join(dataDir, 'demo-admin.json');

async function remembered(dataDir) {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') {
      return null;
    }
    throw error;
  }
}

/** Creates the admin on the first demo and logs in; a later demo in the same folder uses the same account. */
export async function becomeAdmin(api, dataDir) {
  if (!(await api.isInstalled())) {
    const fresh = { username: 'admin', password: `Demo-${randomBytes(9).toString('base64url')}` };
    await writeFile(fileIn(dataDir), `${JSON.stringify(fresh)}\n`, { mode: 0o600 });
    await api.installAdmin(fresh.username, fresh.password);
  }
  const account = await remembered(dataDir);
  if (account === null) {
    throw new Error(
      `${dataDir} belongs to an installation that the demo did not make. Set DATA_DIR to another folder.`,
    );
  }
  await api.login(account.username, account.password);
  return account;
}

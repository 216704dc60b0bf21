import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Who calls, and which servers are known. */
export interface SshAccess {
  /** Private key, OpenSSH form. */
  readonly privateKey: string;
  /** Lines of known_hosts; empty: the key that a server shows first is learned. */
  readonly knownHosts: string;
  /** Are servers without a line refused? */
  readonly strictHosts: boolean;
}

/** Files for one call of ssh. */
export interface SshFiles {
  readonly config: string;
  /** Known hosts, with what the call learned. */
  knownHosts(): Promise<string>;
}

/** Writes key and configuration to a private folder, and removes it when `work` is done, whatever came of it. */
export async function withSshFiles<T>(access: SshAccess, work: (files: SshFiles) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vizard-ssh-'));
  try {
    const hosts = join(folder, 'known_hosts');
    const config = join(folder, 'config');
    await writeFile(join(folder, 'key'), access.privateKey, { mode: 0o600 });
    await writeFile(hosts, ended(access.knownHosts), { mode: 0o600 });
    await writeFile(config, sshConfig(folder, access.strictHosts), { mode: 0o600 });
    return await work({ config, knownHosts: () => readFile(hosts, 'utf8') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Only this key, only known servers, no agent, no questions, nothing run on this side. */
function sshConfig(folder: string, strictHosts: boolean): string {
  const settings: Readonly<Record<string, string>> = {
    IdentityFile: `"${join(folder, 'key')}"`,
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    PreferredAuthentications: 'publickey',
    BatchMode: 'yes',
    UserKnownHostsFile: `"${join(folder, 'known_hosts')}"`,
    GlobalKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: strictHosts ? 'yes' : 'accept-new',
    HashKnownHosts: 'no',
    UpdateHostKeys: 'no',
    ConnectTimeout: '10',
    ServerAliveInterval: '5',
    ServerAliveCountMax: '3',
    ForwardAgent: 'no',
    PermitLocalCommand: 'no',
    LogLevel: 'ERROR',
  };
  const lines = Object.entries(settings).map(([name, value]) => `  ${name} ${value}`);
  return `Host *\n${lines.join('\n')}\n`;
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

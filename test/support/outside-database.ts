import type { DatabaseSettings } from '../../src/adapters/databases/index.js';

/**
 * A server that nobody can be expected to have: `describe` where the variable names one, `describe.skip` elsewhere, with
 * the reason printed. The address is a URL: `mssql://user:password@host:1433/database`.
 */
export function describeWithServer(
  variable: string,
  name: string,
  body: (settings: DatabaseSettings) => void,
): void {
  const address = process.env[variable];
  if (address === undefined || address === '') {
    process.stderr.write(`Skipped: ${name} (${variable} names no server).\n`);
    describe.skip(name, () => {
      it('needs a server', () => undefined);
    });
    return;
  }
  describe(name, () => {
    body(settingsOf(new URL(address)));
  });
}

function settingsOf(url: URL): DatabaseSettings {
  return {
    host: url.hostname,
    tcpPort: Number(url.port),
    database: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    schema: '',
    engineOptions: Object.fromEntries(url.searchParams),
    readOnly: false,
  };
}

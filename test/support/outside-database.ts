import type { DatabaseSettings } from '../../src/adapters/databases/index.js';

/**
 * A suite on a server that nobody can be expected to have, at the address in a variable
 * (`mssql://user:password@host:1433/database`). jest.config.mjs leaves its file out, and says so, where there is none.
 */
export function describeWithServer(
  variable: string,
  name: string,
  body: (settings: DatabaseSettings) => void,
): void {
  const address = process.env[variable];
  if (address === undefined || address === '') {
    throw new Error(`${variable} names no server.`);
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

/** Drops every database of this run and stops the private server. */
export default async function globalTeardown() {
  const server = globalThis.vizardTestServer;
  if (server === undefined) {
    return;
  }
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    `${server.prefix}_`,
  ]);
  for (const { datname } of rows) {
    await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
  }
  await client.end();
  await server.stop();
}

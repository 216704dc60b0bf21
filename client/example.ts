/** Masks a database with a ruleset of yesterday, and waits for the end. */
import { VizardClient } from './vizard-client.js';

export async function maskAgain(baseUrl: string, password: string): Promise<string> {
  const client = await VizardClient.logIn(baseUrl, 'admin', password);
  const connections = await client.call('get', '/api/connections/', {});
  const rulesets = await client.call('get', '/api/rulesets/', {});
  const [connection, ruleset] = [connections[0], rulesets[0]];
  if (connection === undefined || ruleset === undefined) {
    throw new Error('There is nothing to be masked.');
  }
  const started = await client.call('post', '/api/runs/', {
    body: {
      name: 'again',
      source_connection: connection.id,
      ruleset: ruleset.id,
      options: { dry_run: true },
    },
  });
  for (;;) {
    const run = await client.call('get', '/api/runs/{id}/', { path: { id: started.id } });
    if (!['queued', 'running'].includes(run.status)) {
      return run.status;
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

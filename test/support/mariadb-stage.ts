import { ApiClient } from './api-client.js';
import { connectTo } from './builders/run.builder.js';
import { startMariadb, type MariadbTarget, type TestMariadb } from './mariadb.js';
import { createTestApp, type TestApp } from './test-app.js';

/** All that a test of runs on MariaDB needs; its fields are there from the first test on. */
export interface MariadbStage {
  readonly app: TestApp;
  readonly admin: ApiClient;
  readonly server: TestMariadb;
  readonly target: MariadbTarget;
  /** The id of a connection to the target. */
  readonly connection: string;
}

/** Registers the set-up and the end of a suite that runs rulesets with two real workers on a server of its own. */
export function useMariadbStage(): MariadbStage {
  const stage = {} as { -readonly [field in keyof MariadbStage]: MariadbStage[field] };
  beforeAll(async () => {
    [stage.app, stage.server] = await Promise.all([createTestApp({ workers: 2 }), startMariadb()]);
    stage.target = await stage.server.createTarget();
    stage.admin = await ApiClient.installAdmin(stage.app);
    stage.connection = await connectTo(stage.admin, stage.target, { db_type: 'mariadb' });
  });
  afterAll(async () => {
    await stage.app.stop();
    await stage.server.stop();
  });
  return stage;
}

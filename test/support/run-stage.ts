import { ApiClient } from './api-client.js';
import { connectTo } from './builders/run.builder.js';
import type { TestAppOptions } from './test-app.js';
import { createTestApp, type TestApp } from './test-app.js';
import { createTargetDatabase, type TestDatabase } from './test-database.js';

/** All that a test of runs needs; its fields are there from the first test on. */
export interface RunStage {
  readonly app: TestApp;
  readonly admin: ApiClient;
  readonly target: TestDatabase;
  /** The id of a connection to the target. */
  readonly connection: string;
}

/** Registers the set-up and the end of a suite that runs rulesets with real workers on one target. */
export function useRunStage(options: TestAppOptions = { workers: 2 }): RunStage {
  const stage = {} as { -readonly [field in keyof RunStage]: RunStage[field] };
  beforeAll(async () => {
    [stage.app, stage.target] = await Promise.all([createTestApp(options), createTargetDatabase()]);
    stage.admin = await ApiClient.installAdmin(stage.app);
    stage.connection = await connectTo(stage.admin, stage.target);
  });
  afterAll(async () => {
    await stage.app.stop();
    await stage.target.drop();
  });
  return stage;
}

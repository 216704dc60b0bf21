import { ApiClient } from './api-client.js';
import type { TestApp } from './test-app.js';
import { uniqueName } from './unique-name.js';

/** One caller of each kind. */
export interface RoleClients {
  readonly anonymous: ApiClient;
  readonly admin: ApiClient;
  readonly builder: ApiClient;
  readonly runner: ApiClient;
  /** The builder with the lasting API token instead of the token of a login. */
  readonly builderByApiToken: ApiClient;
}

const PASSWORD = 'Correct-horse-7';

/** Installs the administrator and makes a user for each role. Once per application. */
export async function installRoles(target: TestApp): Promise<RoleClients> {
  const admin = await ApiClient.installAdmin(target);
  const builder = await createUser(target, admin, 'mask_builder');
  const runner = await createUser(target, admin, 'mask_runner');
  return {
    anonymous: ApiClient.anonymous(target),
    admin,
    builder: builder.client,
    runner: runner.client,
    builderByApiToken: ApiClient.withToken(target, builder.apiToken),
  };
}

async function createUser(
  target: TestApp,
  admin: ApiClient,
  role: string,
): Promise<{ client: ApiClient; apiToken: string }> {
  const username = uniqueName(role).replace(' ', '-');
  await admin
    .post('/api/users/', {
      username,
      email: `${username}@example.com`,
      password: PASSWORD,
      re_password: PASSWORD,
      user_roles: [role],
    })
    .expect(201);
  const client = await ApiClient.login(target, username, PASSWORD);
  const shown = await client.get('/api/users/me/api-token/').expect(200);
  return { client, apiToken: (shown.body as { api_token: string }).api_token };
}

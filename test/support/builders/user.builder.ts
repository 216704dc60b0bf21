import { randomBytes } from 'node:crypto';
import { ApiClient } from '../api-client.js';
import type { TestApp } from '../test-app.js';

/** What a test may care about; everything else is made up. */
export interface UserWishes {
  readonly username?: string;
  readonly roles?: readonly string[];
}

/** A user who exists, and a client that is logged in as them. */
export interface BuiltUser {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly client: ApiClient;
}

/** Creates a user through the API as the administrator would, and logs them in. */
export async function buildUser(
  target: TestApp,
  admin: ApiClient,
  wishes: UserWishes = {},
): Promise<BuiltUser> {
  const username = wishes.username ?? `user-${randomBytes(6).toString('hex')}`;
  const password = `Pw-${randomBytes(9).toString('base64url')}`;
  const response = await admin
    .post('/api/users/', {
      username,
      email: `${randomBytes(4).toString('hex')}@example.org`,
      password,
      re_password: password,
      user_roles: wishes.roles ?? [],
    })
    .expect(201);
  const { id } = response.body as { id: number };
  return { id, username, password, client: await ApiClient.login(target, username, password) };
}

import request, { type Test } from 'supertest';
import { ApiClient } from './api-client.js';
import type { BuiltUser } from './builders/user.builder.js';
import type { TestApp } from './test-app.js';

/** Calls the in-flight API as one user. */
export class IfmClient {
  private constructor(
    private readonly target: TestApp,
    /** Null: anonymous. */
    readonly accessToken: string | null,
  ) {}

  static anonymous(target: TestApp): IfmClient {
    return new IfmClient(target, null);
  }

  static withToken(target: TestApp, accessToken: string): IfmClient {
    return new IfmClient(target, accessToken);
  }

  static async login(
    target: TestApp,
    { username, password }: Pick<BuiltUser, 'username' | 'password'>,
  ): Promise<IfmClient> {
    const response = await ApiClient.anonymous(target)
      .post('/api/auth/jwt/login/', { username, password })
      .expect(200);
    return new IfmClient(target, (response.body as { access_token: string }).access_token);
  }

  /** `path` below `/ifm/`. */
  send(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string): Test {
    const test = request(this.target.server)[method](`/ifm/${path}`);
    return this.accessToken === null ? test : test.set('Authorization', `Bearer ${this.accessToken}`);
  }
}

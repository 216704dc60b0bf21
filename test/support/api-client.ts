import request, { type Test } from 'supertest';
import type { TestApp } from './test-app.js';

const PASSWORD = 'Correct-horse-7';

/** Calls the API over HTTP as one user (or as nobody). */
export class ApiClient {
  private constructor(
    private readonly target: TestApp,
    /** Value of the `Authorization` header; null: anonymous. */
    readonly authorization: string | null,
  ) {}

  static anonymous(target: TestApp): ApiClient {
    return new ApiClient(target, null);
  }

  static withToken(target: TestApp, token: string): ApiClient {
    return new ApiClient(target, `Token ${token}`);
  }

  /** Makes the first administrator and logs in. Once per application. */
  static async installAdmin(target: TestApp, username = 'admin'): Promise<ApiClient> {
    await ApiClient.anonymous(target)
      .post('/api/users/admin-install/', {
        email: `${username}@example.com`,
        username,
        password: PASSWORD,
        re_password: PASSWORD,
        allowed_hosts: ['127.0.0.1', 'localhost'],
      })
      .expect(201);
    return ApiClient.login(target, username, PASSWORD);
  }

  static async login(target: TestApp, username: string, password: string): Promise<ApiClient> {
    const response = await ApiClient.anonymous(target)
      .post('/api/auth/token/login/', { username, password })
      .expect(200);
    return ApiClient.withToken(target, (response.body as { key: string }).key);
  }

  get(path: string): Test {
    return this.as(request(this.target.server).get(path));
  }

  post(path: string, body?: object): Test {
    return this.as(request(this.target.server).post(path)).send(body);
  }

  put(path: string, body?: object): Test {
    return this.as(request(this.target.server).put(path)).send(body);
  }

  patch(path: string, body?: object): Test {
    return this.as(request(this.target.server).patch(path)).send(body);
  }

  delete(path: string): Test {
    return this.as(request(this.target.server).delete(path));
  }

  /** Sends a form with one file. */
  upload(
    path: string,
    file: { readonly field: string; readonly name: string; readonly bytes: Buffer },
    fields: Readonly<Record<string, string>> = {},
    method: 'post' | 'put' = 'post',
  ): Test {
    const form = this.as(request(this.target.server)[method](path)).field(fields);
    return form.attach(file.field, file.bytes, {
      filename: file.name,
      contentType: 'application/octet-stream',
    });
  }

  private as(test: Test): Test {
    return this.authorization === null ? test : test.set('Authorization', this.authorization);
  }
}

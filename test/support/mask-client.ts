import request, { type Test } from 'supertest';
import type { AuthenticatedUser } from '../../src/auth/authenticated-user.js';
import { IfmPlansService } from '../../src/ifm-plans/ifm-plans.service.js';
import type { PlanOptions } from '../../src/ifm-plans/plan-options.js';
import { ApiClient } from './api-client.js';
import type { TestApp } from './test-app.js';

const PASSWORD = 'Correct-horse-7';

/** Sends masking requests with the access token of one user. */
export class MaskClient {
  private constructor(
    private readonly target: TestApp,
    /** Value of the `Authorization` header. */
    readonly authorization: string,
  ) {}

  static async login(target: TestApp, username = 'admin', password = PASSWORD): Promise<MaskClient> {
    const { body } = await ApiClient.anonymous(target)
      .post('/api/auth/jwt/login/', { username, password })
      .expect(200);
    return new MaskClient(target, `Bearer ${(body as { access_token: string }).access_token}`);
  }

  /** A request whose body is still to be sent. */
  to(plan: string, prefix = '/ifm'): Test {
    return request(this.target.server)
      .post(`${prefix}/ruleset-plans/${plan}/mask/`)
      .set('Authorization', this.authorization);
  }

  mask(plan: string, body: object): Test {
    return this.to(plan).send(body);
  }

  /** Sends a body byte for byte. */
  raw(plan: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Test {
    return this.to(plan)
      .set({ 'Content-Type': 'application/json', ...headers })
      .serialize((text: unknown) => text as string)
      .send(body as string);
  }
}

const AUTHOR: AuthenticatedUser = { id: 1, username: 'admin', isAdmin: true, roles: [], tokenKind: 'jwt' };

/** Stores a plan and gives its name. `rules` is YAML. */
export async function storePlan(
  { app }: TestApp,
  rules: string,
  options: Partial<PlanOptions> = {},
): Promise<string> {
  const rulesetYaml = `version: "1.0"\nrules: ${rules}\n`;
  const { name } = await app.get(IfmPlansService).create(AUTHOR, { name: 'test', rulesetYaml, options });
  return name;
}

import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import request from 'supertest';
import { ACCESS_POLICY, refusalOf, type AccessPolicy } from '../../src/auth/access-policy.js';
import type { AuthenticatedUser, UserRole } from '../../src/auth/authenticated-user.js';
import { LicenseState } from '../../src/license/license-state.js';
import { ApiClient } from '../support/api-client.js';
import { buildUser, type BuiltUser } from '../support/builders/user.builder.js';
import { IfmClient } from '../support/ifm-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly policy: AccessPolicy | undefined;
}

interface Caller {
  readonly known: AuthenticatedUser;
  readonly authorization: string | null;
}

let target: TestApp;
let routes: Route[];
let admin: ApiClient;
let runner: BuiltUser;
let apiToken: string;

beforeAll(async () => {
  target = await createTestApp();
  admin = await ApiClient.installAdmin(target);
  runner = await buildUser(target, admin, { roles: ['mask_runner'] });
  apiToken = ((await admin.get('/api/users/me/')).body as { api_token: string }).api_token;
  routes = routesOf(target);
});

afterAll(() => target.stop());

/** All routes of the running application, as the framework itself sees them. */
function routesOf({ app }: TestApp): Route[] {
  const discovery = new DiscoveryService(app.get(ModulesContainer));
  const scanner = new MetadataScanner();
  return discovery.getControllers().flatMap(({ metatype, instance }) => {
    if (typeof metatype !== 'function' || instance === undefined || instance === null) {
      return [];
    }
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((name): Route[] => {
      const handler = prototype[name];
      const method =
        handler === undefined
          ? undefined
          : (Reflect.getMetadata(METHOD_METADATA, handler) as number | undefined);
      if (handler === undefined || method === undefined) {
        return [];
      }
      const policy = (Reflect.getMetadata(ACCESS_POLICY, handler) ??
        Reflect.getMetadata(ACCESS_POLICY, metatype)) as AccessPolicy | undefined;
      // One method may serve several paths.
      return pathsOf(metatype).flatMap((base) =>
        pathsOf(handler).map((path) => ({
          name: `${metatype.name}.${name}`,
          method: RequestMethod[method] ?? '',
          path: documented(`${base}/${path}`),
          policy,
        })),
      );
    });
  });
}

/** One user twice: with the token of a login, and with the lasting one. */
async function callersOf(roles: readonly UserRole[]): Promise<Caller[]> {
  const { id, username, client } = await buildUser(target, admin, { roles });
  const { api_token } = (await client.get('/api/users/me/api-token/')).body as { api_token: string };
  const known = { id, username, isAdmin: roles.includes('admin'), roles };
  return [
    { known: { ...known, tokenKind: 'user' }, authorization: client.authorization },
    { known: { ...known, tokenKind: 'api' }, authorization: `Token ${api_token}` },
  ];
}

function pathsOf(decorated: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, decorated) as string | string[]].flat();
}

function documented(path: string): string {
  const bare = `/${path}`
    .replaceAll(/\/+/g, '/')
    .replace(/\/$/, '')
    .replaceAll(/:(\w+)/g, '{$1}');
  return /\.json$|\{file\}$|^\/metrics$/.test(bare) ? bare : `${bare}/`;
}

const call = (route: Route, authorization?: string): request.Test => {
  const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  const path = route.path.replaceAll(/\{[^}]+\}/g, '1');
  const test = request(target.server)[method](path);
  return authorization === undefined ? test : test.set('Authorization', authorization);
};

const restricted = (): (Route & { policy: Extract<AccessPolicy, { kind: 'restricted' }> })[] =>
  routes.flatMap((route) =>
    route.policy?.kind === 'restricted' ? [{ ...route, policy: route.policy }] : [],
  );

const answers = async (list: readonly Route[], authorization?: string): Promise<Record<string, number>> => {
  const pairs: [string, number][] = [];
  for (const route of list) {
    pairs.push([`${route.method} ${route.path}`, (await call(route, authorization)).status]);
  }
  return Object.fromEntries(pairs);
};

const all = (list: readonly Route[], status: number): Record<string, number> =>
  Object.fromEntries(list.map(({ method, path }) => [`${method} ${path}`, status]));

describe('every route', () => {
  it('says who may call it', () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter(({ policy }) => policy === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('is documented, and nothing else is', async () => {
    const { paths } = (await request(target.server).get('/api/openapi.json')).body as {
      paths: Record<string, object>;
    };
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(described.sort());
  });

  it('is one of the few public ones, or refuses strangers', async () => {
    const open = routes
      .filter(({ policy }) => policy?.kind === 'public')
      .map(({ method, path }) => `${method} ${path}`);
    expect(open.sort()).toEqual([
      'GET /api/app/check/',
      'GET /api/docs/',
      'GET /api/docs/{file}',
      'GET /api/healthcheck/',
      'GET /api/openapi.json',
      'GET /api/readiness/',
      'GET /ifm/docs/',
      'GET /ifm/docs/{file}',
      'GET /ifm/openapi.json',
      'GET /ifm/redoc/',
      'GET /ifm/redoc/{file}',
      'POST /api/auth/jwt/login/',
      'POST /api/auth/jwt/refresh/',
      'POST /api/auth/session/login/',
      'POST /api/auth/token/login/',
      'POST /api/users/admin-install/',
    ]);
    expect(await answers(restricted())).toEqual(all(restricted(), 401));
    expect(await answers(restricted(), `Token ${'0'.repeat(40)}`)).toEqual(all(restricted(), 401));
  });

  it('refuses API tokens, even an administrator’s, unless it is meant for them', async () => {
    const closed = restricted().filter(({ policy }) => !policy.tokens.includes('api'));
    expect(await answers(closed, `Token ${apiToken}`)).toEqual(all(closed, 403));
  });

  it('of the in-flight API lets in exactly the roles of its table', async () => {
    const inFlight = restricted().filter(({ policy }) => policy.tokens.includes('jwt'));
    expect(inFlight.length).toBeGreaterThan(6);
    const roles = [
      [],
      ['mask_runner'],
      ['mask_builder'],
      ['ruleset_library_managers', 'mask_builder'],
      ['admin'],
    ];
    const matrix: Record<string, Record<string, string>> = {};
    for (const list of roles) {
      const user = await buildUser(target, admin, { roles: list });
      const { accessToken } = await IfmClient.login(target, user);
      const found = await answers(inFlight, `Bearer ${accessToken ?? ''}`);
      matrix[list.join('+') || 'none'] = Object.fromEntries(
        Object.entries(found).map(([route, status]) => [route, status === 403 ? 'closed' : 'open']),
      );
      expect(Object.values(found).filter((status) => status === 401 || status >= 500)).toEqual([]);
    }
    const expected = (isBuilder: boolean): Record<string, string> =>
      Object.fromEntries(
        inFlight.map(({ method, path }) => {
          const isForAll = method === 'GET' || path.endsWith('/mask/');
          return [`${method} ${path}`, isForAll || isBuilder ? 'open' : 'closed'];
        }),
      );
    expect(matrix).toEqual({
      ...{ none: expected(false), mask_runner: expected(false) },
      ...{ mask_builder: expected(true), 'ruleset_library_managers+mask_builder': expected(true) },
      admin: expected(true),
    });
  });

  it('of the in-flight API answers 401 to strangers and to forged tokens, 402 without a licence', async () => {
    const inFlight = restricted().filter(({ policy }) => policy.tokens.includes('jwt'));
    expect(await answers(inFlight, 'Bearer nonsense')).toEqual(all(inFlight, 401));
    const user = await buildUser(target, admin, { roles: ['admin'] });
    const { accessToken } = await IfmClient.login(target, user);
    const license = jest
      .spyOn(target.app.get(LicenseState), 'refusal')
      .mockReturnValue('The licence has expired.');
    const found = await answers(inFlight, `Bearer ${accessToken ?? ''}`);
    license.mockRestore();
    expect(found).toEqual(all(inFlight, 402));
  });

  it('refuses mask runners what builders and administrators do', async () => {
    const closed = restricted().filter(
      ({ policy }) =>
        policy.tokens.includes('user') && policy.roles !== null && !policy.roles.includes('mask_runner'),
    );
    expect(closed.length).toBeGreaterThan(3);
    expect(await answers(closed, runner.client.authorization ?? '')).toEqual(all(closed, 403));
  });

  it('of the management API lets in exactly whom its policy names, by role and by kind of token', async () => {
    const management = restricted().filter(({ policy }) => !policy.tokens.includes('jwt'));
    const roles: readonly (readonly UserRole[])[] = [
      [],
      ['mask_runner'],
      ['mask_builder'],
      ['mask_builder', 'ruleset_library_managers'],
      ['admin'],
    ];
    // These end the login or the token that they are called with.
    const isFatal = ({ path, method }: Route): boolean =>
      method === 'POST' && /\/(logout|api-token)\/$/.test(path);
    const wrong: string[] = [];
    const check = async (route: (typeof management)[number], caller: Caller): Promise<void> => {
      const isSpent = isFatal(route) && caller.known.tokenKind === 'user';
      const token = isSpent
        ? (await buildUser(target, admin, { roles: caller.known.roles })).client.authorization
        : caller.authorization;
      const path = route.path.replaceAll(/\{[^}]+\}/g, '0');
      const { status } = await call({ ...route, path }, token ?? '');
      const isOpen = refusalOf(route.policy, caller.known) === null;
      if (isOpen ? status === 401 || status === 403 : status !== 403) {
        const { roles: held, tokenKind } = caller.known;
        wrong.push(`${held.join('+')} by ${tokenKind} token: ${route.method} ${route.path}: ${status}`);
      }
    };
    for (const caller of (await Promise.all(roles.map(callersOf))).flat()) {
      for (const route of management) {
        await check(route, caller);
      }
    }
    expect(management.length).toBeGreaterThan(80);
    expect(wrong).toEqual([]);
  });
});

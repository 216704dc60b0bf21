/**
 * A client of the API: methods, paths, bodies and answers are checked against the API's description when your program is
 * compiled. It needs `fetch` and nothing else. `api-types.ts` beside it is made by `npm run client`.
 */
import type { paths } from './api-types.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that know a method. */
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: object }> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends Record<M, infer O> ? O : never;

type Parameters<O, Kind extends 'path' | 'query'> = O extends { parameters: { [K in Kind]?: infer V } }
  ? NonNullable<V>
  : never;
type Body<O> = O extends { requestBody?: infer R } ? JsonOf<NonNullable<R>> : never;
type JsonOf<R> = R extends { content: { 'application/json': infer B } } ? B : never;

/** `path` fills the braces of the path, `query` stands behind it, `body` is sent as JSON. */
export type Request<O> = Part<'path', Parameters<O, 'path'>> &
  Part<'body', Body<O>> &
  Partial<Part<'query', Parameters<O, 'query'>>>;

type Part<Name extends string, V> = [V] extends [never] ? unknown : Record<Name, V>;

type Contents<R> = R extends { content: infer C } ? C[keyof C] : undefined;
type Good<R> = { [S in keyof R]: S extends 200 | 201 | 204 ? Contents<R[S]> : never }[keyof R];

/** What a call gives when it succeeds. */
export type Answer<O> = O extends { responses: infer R } ? Good<R> : never;

/** An answer that is no success. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** As the API sent it: `{ detail }`, or messages by field. */
    readonly body: unknown,
  ) {
    super(`The API answered ${status}: ${JSON.stringify(body)}`);
  }
}

export class VizardClient {
  private constructor(
    private readonly baseUrl: string,
    private readonly authorization: string,
  ) {}

  /** By a token: of a login, or the API token of a user. */
  static withToken(baseUrl: string, token: string): VizardClient {
    return new VizardClient(baseUrl.replace(/\/$/, ''), `Token ${token}`);
  }

  /** By the access token of in-flight masking. */
  static withAccessToken(baseUrl: string, accessToken: string): VizardClient {
    return new VizardClient(baseUrl.replace(/\/$/, ''), `Bearer ${accessToken}`);
  }

  static async logIn(baseUrl: string, username: string, password: string): Promise<VizardClient> {
    const anonymous = new VizardClient(baseUrl.replace(/\/$/, ''), '');
    const { key } = await anonymous.call('post', '/api/auth/token/login/', { body: { username, password } });
    return VizardClient.withToken(baseUrl, key);
  }

  /** Throws `ApiError`. */
  async call<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    request: Request<Operation<M, P>>,
  ): Promise<Answer<Operation<M, P>>> {
    const given = request as { path?: object; query?: object; body?: unknown };
    const response = await fetch(this.baseUrl + filled(path, given.path) + search(given.query), {
      method: method.toUpperCase(),
      headers: {
        ...(this.authorization === '' ? {} : { Authorization: this.authorization }),
        ...(given.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const answer: unknown = isJson ? JSON.parse(text) : text;
    if (!response.ok) {
      throw new ApiError(response.status, answer);
    }
    return answer as Answer<Operation<M, P>>;
  }
}

function filled(path: string, values: object | undefined): string {
  const known = new Map(Object.entries(values ?? {}).map(([name, value]) => [name, String(value)]));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(known.get(name) ?? ''));
}

function search(values: object | undefined): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values ?? {})) {
    [value].flat().forEach((each) => query.append(name, String(each)));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

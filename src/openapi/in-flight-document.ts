import type { OpenAPIObject } from '@nestjs/swagger';

const PATHS = ['/ifm/', '/ruleset-plans/', '/api/auth/jwt/'];

const INTRODUCTION = `Masks the values that you send, and stores none of them.

**First steps**

1. \`POST /api/auth/jwt/login/\` with username and password returns an access token. Send it as \`Authorization: Bearer <access_token>\`. On the page with the *Authorize* button: paste it there.
2. \`POST /ifm/ruleset-plans/\` stores a masking ruleset under a name. The answer has the full name, with a random ending.
3. \`POST /ifm/ruleset-plans/{name}/mask/\` masks a list of values by it.
4. When the access token has expired (401): \`POST /api/auth/jwt/refresh/\`.

**Roles.** Administrators and mask builders do everything; mask runners see plans without their rulesets, and mask.

**Conventions.** Every path ends in a slash. Bodies are JSON in UTF-8. Errors are \`{"error": "…"}\`; a request of the wrong shape is answered 422 with a list \`detail\` that names every fault and its place. Every response carries \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time in seconds).`;

/** The part of the API's description that concerns in-flight masking, with nothing that only others refer to. */
export function inFlightDocument(whole: OpenAPIObject): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(whole.paths).filter(([path]) => PATHS.some((start) => path.startsWith(start))),
  );
  const schemas = schemasOf(whole, paths);
  const { accessToken } = whole.components?.securitySchemes ?? {};
  const used = JSON.stringify(paths);
  return {
    ...whole,
    info: { ...whole.info, title: 'Vizard in-flight masking', description: INTRODUCTION },
    tags: (whole.tags ?? []).filter(({ name }) => used.includes(JSON.stringify(name))),
    paths,
    components: {
      schemas,
      ...(accessToken === undefined ? {} : { securitySchemes: { accessToken } }),
    },
  };
}

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** What the paths refer to, and what that refers to. */
function schemasOf({ components }: OpenAPIObject, paths: OpenAPIObject['paths']): Schemas {
  const all = components?.schemas ?? {};
  const found = new Set<string>();
  const pending = referencesIn(paths);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (!found.has(name)) {
      found.add(name);
      pending.push(...referencesIn(all[name]));
    }
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => found.has(name)));
}

function referencesIn(part: unknown): string[] {
  const matches = JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  return [...matches].map(([, name = '']) => name);
}

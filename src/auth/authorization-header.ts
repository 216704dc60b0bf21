/** What an `Authorization` header holds, before anything is looked up. */
export type Authorization =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'bearer' }
  | { readonly kind: 'malformed'; readonly reason: string };

const TOKEN = /^[0-9a-f]{40}$/i;

/** The scheme's case does not matter, nor does that of the token's digits. */
export function readAuthorization(header: string | undefined): Authorization {
  if (header === undefined || header.trim() === '') {
    return { kind: 'none' };
  }
  const [scheme = '', ...values] = header.trim().split(/\s+/);
  switch (scheme.toLowerCase()) {
    case 'token':
      return readToken(values);
    case 'bearer':
      return { kind: 'bearer' };
    default:
      return {
        kind: 'malformed',
        reason:
          'The Authorization header must be "Token <token>", or "Bearer <token>" for in-flight masking.',
      };
  }
}

function readToken(values: readonly string[]): Authorization {
  const [token] = values;
  return values.length === 1 && token !== undefined && TOKEN.test(token)
    ? { kind: 'token', token: token.toLowerCase() }
    : { kind: 'malformed', reason: 'The token is malformed: it has 40 characters of 0-9 and a-f.' };
}

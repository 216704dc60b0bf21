/** Who issues in-flight access tokens and whom they are for. */
export const ISSUER = 'vizard';
export const AUDIENCE = 'ifm';
export const ALGORITHM = 'HS256';

/** What an access token says; `sub` is the user's id. */
export interface AccessTokenClaims {
  readonly sub: string;
  /** The user's credential version: a changed password ends the token. */
  readonly ver: number;
}

/** The claims, when a verified payload really has them. */
export function readClaims(payload: unknown): { readonly userId: number; readonly version: number } | null {
  const { sub, ver } = payload as Partial<Record<keyof AccessTokenClaims, unknown>>;
  return typeof sub === 'string' &&
    /^[1-9]\d{0,9}$/.test(sub) &&
    typeof ver === 'number' &&
    Number.isSafeInteger(ver)
    ? { userId: Number(sub), version: ver }
    : null;
}

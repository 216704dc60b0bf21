/** Who issues in-flight access tokens and whom they are for. */
export const ISSUER = 'vizard';
export const AUDIENCE = 'ifm';
export const ALGORITHM = 'HS256';

/** What an access token says, besides issuer, audience and time of issue. */
interface AccessTokenClaims {
  /** The user's id. */
  readonly sub: string;
  /** The user's credential version: a changed password or a disabled account ends the token. */
  readonly ver: number;
  /** Unix time. */
  readonly exp: number;
}

/** The claims of a verified token. */
export interface ReadClaims {
  readonly userId: number;
  readonly version: number;
  readonly expiresAtS: number;
}

/** The claims, when a verified payload really has them: a token without an end is not ours. */
export function readClaims(payload: unknown): ReadClaims | null {
  const { sub, ver, exp } = payload as Partial<Record<keyof AccessTokenClaims, unknown>>;
  return typeof sub === 'string' &&
    /^[1-9]\d{0,9}$/.test(sub) &&
    typeof ver === 'number' &&
    Number.isSafeInteger(ver) &&
    typeof exp === 'number'
    ? { userId: Number(sub), version: ver, expiresAtS: exp }
    : null;
}

import type { CookieOptions, Request } from 'express';
import { NotAllowedError } from '../common/errors/domain-error.js';

/** Name of the cookie that holds the session of a browser. */
export const SESSION_COOKIE = 'vizard_session';

const TOKEN = /^[0-9a-f]{40}$/;
const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The token of the session cookie; null: there is none, or none of ours. */
export function readSessionCookie(header: string | undefined): string | null {
  for (const part of header?.split(';') ?? []) {
    const [name = '', value = ''] = part.split('=');
    if (name.trim() === SESSION_COOKIE && TOKEN.test(value.trim())) {
      return value.trim();
    }
  }
  return null;
}

/** No script reads it, no other site's page sends it, and it goes to the management API alone. */
export function sessionCookieOptions(isSecure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', path: '/api/', secure: isSecure };
}

/**
 * Browsers add cookies by themselves: what changes something must have been sent by a page of this very server. Browsers
 * say so in `Sec-Fetch-Site`, older ones in `Origin`; who says neither is no browser and needs no cookie.
 */
export function assertOwnPage(request: Request): void {
  if (HARMLESS.has(request.method)) {
    return;
  }
  const site = request.get('sec-fetch-site');
  const isOwn = site === undefined ? isOwnOrigin(request) : site === 'same-origin';
  if (!isOwn) {
    throw new NotAllowedError(
      'A session cookie works from pages of this server only: send "Authorization: Token <token>" instead.',
    );
  }
}

function isOwnOrigin(request: Request): boolean {
  const origin = request.get('origin');
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.get('host');
}

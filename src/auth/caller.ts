import type { Request } from 'express';
import { NotAuthenticatedError } from '../common/errors/domain-error.js';
import { isInFlight } from '../common/http/paths.js';
import type { AuthenticatedUser } from './authenticated-user.js';

/** What the credentials of a request amount to, worked out once, before anything else looks at the request. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'user'; readonly user: AuthenticatedUser };

const callers = new WeakMap<Request, Caller>();

/** Remembers the outcome for this request. */
export function setCaller(request: Request, caller: Caller): void {
  callers.set(request, caller);
}

/** The authenticated user of a request; null when there is none. */
export function knownUserOf(request: Request): AuthenticatedUser | null {
  const caller = callers.get(request);
  return caller?.kind === 'user' ? caller.user : null;
}

/** The authenticated user of a request; throws why there is none. */
export function callerOf(request: Request): AuthenticatedUser {
  const caller = callers.get(request) ?? { kind: 'anonymous' };
  switch (caller.kind) {
    case 'user':
      return caller.user;
    case 'refused':
      throw caller.error;
    case 'anonymous':
      throw new NotAuthenticatedError(
        `Authentication is required: send the header "Authorization: ${isInFlight(request.path) ? 'Bearer' : 'Token'} <token>".`,
      );
  }
}

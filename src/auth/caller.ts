import type { Request } from 'express';

import { NotAuthenticatedError } from '../common/errors/domain-error.js';
import type { AuthenticatedUser } from './authenticated-user.js';

/** What the credentials of a request amount to, worked out once, before anything else looks at the request. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'refused'; readonly error: NotAuthenticatedError }
  | { readonly kind: 'user'; readonly user: AuthenticatedUser };

const callers = new WeakMap<object, Caller>();

/** Remembers the outcome for this request. */
export function setCaller(request: Request, caller: Caller): void {
  callers.set(request, caller);
}

export function callerState(request: Request): Caller {
  return callers.get(request) ?? { kind: 'anonymous' };
}

/** The authenticated user of a request; throws `NotAuthenticatedError` when there is none. */
export function callerOf(request: Request): AuthenticatedUser {
  const caller = callerState(request);
  switch (caller.kind) {
    case 'user':
      return caller.user;
    case 'refused':
      throw caller.error;
    case 'anonymous':
      throw new NotAuthenticatedError(
        'Authentication is required: send the header "Authorization: Token <token>".',
      );
  }
}

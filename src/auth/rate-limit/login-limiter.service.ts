import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TooManyRequestsError } from '../../common/errors/domain-error.js';
import { RateCounter } from './rate-counter.js';
import { networkOf } from './rate-limiter.service.js';

/** Wrong passwords that cost nothing but the answer. */
const FREE_FAILURES = 5;
const MEMORY_MS = 15 * 60_000;
const LONGEST_WAIT_MS = 60_000;

/** Whose passwords are tried, and from where. */
export interface LoginAttempt {
  readonly usernameKey: string;
  readonly address: string;
}

/**
 * Slows the guessing of passwords: after a few wrong ones for an account from one address each further one makes that
 * pair wait, twice as long every time. Right passwords are never counted, however many.
 */
@Injectable()
export class LoginLimiterService {
  constructor(private readonly counter: RateCounter) {}

  /** Throws `TooManyRequestsError` while the pair has to wait. */
  async assertMayTry(attempt: LoginAttempt): Promise<void> {
    const wait = await this.counter.peek(waitKey(attempt));
    if (wait !== null) {
      throw new TooManyRequestsError(
        'Too many wrong passwords for this account from this address: wait, then try again.',
        Math.max(1, Math.ceil(wait.resetMs / 1000)),
      );
    }
  }

  async failed(attempt: LoginAttempt): Promise<void> {
    const { hits } = await this.counter.hit(failuresKey(attempt), MEMORY_MS);
    const beyond = hits - FREE_FAILURES;
    if (beyond >= 0) {
      await this.counter.hit(waitKey(attempt), Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(beyond, 10)));
    }
  }

  async succeeded(attempt: LoginAttempt): Promise<void> {
    await this.counter.forget(failuresKey(attempt));
  }
}

function failuresKey(attempt: LoginAttempt): string {
  return `login-failures:${pairOf(attempt)}`;
}

function waitKey(attempt: LoginAttempt): string {
  return `login-wait:${pairOf(attempt)}`;
}

/** Hashed: what people type as their name may be anything, a password by mistake included. */
function pairOf({ usernameKey, address }: LoginAttempt): string {
  return createHash('sha256')
    .update(JSON.stringify([usernameKey, networkOf(address)]))
    .digest('base64url');
}

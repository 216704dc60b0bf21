import { createHash } from 'node:crypto';

/** What is kept of a token. Tokens are random, so no salt and no slow hash is needed. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

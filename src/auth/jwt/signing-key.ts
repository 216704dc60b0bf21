import { createHash, hkdfSync } from 'node:crypto';
import type { Config } from '../../config/config.js';

/** The key that signs access tokens; its id stands in each token's header, so that a changed key is told from a forgery. */
export interface SigningKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Derived from the installation's secret key: every process has the same, and it reveals nothing about that key. */
export function signingKey(config: Config): SigningKey {
  if (config.secretKey === null) {
    throw new Error('The secret key was not resolved before the application was made.');
  }
  const bytes = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'vizard/access-token/v1', 32));
  const id = createHash('sha256')
    .update('vizard/access-token-key-id/v1')
    .update(bytes)
    .digest('hex')
    .slice(0, 8);
  return { id, bytes };
}

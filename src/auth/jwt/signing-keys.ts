import { createHash, hkdfSync } from 'node:crypto';
import type { Config } from '../../config/config.js';

/** A key that signs access tokens; its id stands in each token's header. */
export interface SigningKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** So long a key signs; it verifies for as long as its tokens live. */
const PERIOD_S = 86_400;

/**
 * The keys of access tokens: a new one each day, derived from the installation's secret key, so that all processes have
 * the same without a word, and none reveals anything about another or about that key.
 */
export class SigningKeys {
  private readonly secret: Buffer;
  private readonly family: string;
  private readonly periodsAlive: number;
  private readonly keys = new Map<number, SigningKey>();

  constructor(config: Config) {
    if (config.secretKey === null) {
      throw new Error('The secret key was not resolved before the application was made.');
    }
    this.secret = config.secretKey;
    this.family = createHash('sha256')
      .update('vizard/access-token-key-id/v2')
      .update(this.derive('vizard/access-token-family/v2'))
      .digest('hex')
      .slice(0, 8);
    this.periodsAlive = Math.ceil(config.tokens.jwtAccessS / PERIOD_S);
  }

  /** The key that signs now. */
  current(now = Date.now()): SigningKey {
    return this.keyOf(periodAt(now));
  }

  /** The key that a token names; null: not one of ours, or so old that all its tokens have expired. */
  find(id: string, now = Date.now()): SigningKey | null {
    const [family, digits = ''] = id.split('-');
    if (family !== this.family || !/^\d{1,9}$/.test(digits)) {
      return null;
    }
    const age = periodAt(now) - Number(digits);
    // The clock of the process that signed may be a little ahead of ours.
    return age >= -1 && age <= this.periodsAlive ? this.keyOf(Number(digits)) : null;
  }

  private keyOf(period: number): SigningKey {
    let key = this.keys.get(period);
    if (key === undefined) {
      key = { id: `${this.family}-${period}`, bytes: this.derive(`vizard/access-token/v2/${period}`) };
      this.keys.set(period, key);
    }
    return key;
  }

  private derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.secret, '', purpose, 32));
  }
}

function periodAt(now: number): number {
  return Math.floor(now / 1000 / PERIOD_S);
}

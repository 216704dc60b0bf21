import { randomFillSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { after, type NowOrLater } from '../common/async/now-or-later.js';
import { deriveRunKey } from '../engine/index.js';
import { SizedCache } from '../database/sized-cache.js';
import { InstallationService } from '../installation/installation.service.js';

/** What fixes the draws of one request. */
export interface RequestKey {
  readonly runKey: Uint8Array;
  /** Was the run secret given, so that a repeated request repeats its results? */
  readonly repeatable: boolean;
}

/** What a request says about its secrets. */
export interface SecretChoice {
  readonly runSecret: string | undefined;
  readonly disableInstanceSecret: boolean;
}

const KEY_BYTES = 32;
const POOL_KEYS = 128;
const MAX_KEYS = 1_000;

/** Derives the keys of requests; those of the secrets used last are remembered, in memory only. */
@Injectable()
export class RequestKeys {
  private readonly known = new SizedCache<RequestKey>({ maxEntries: MAX_KEYS, maxSize: MAX_KEYS });
  private pool = new Uint8Array(0);
  private used = 0;

  constructor(private readonly installation: InstallationService) {}

  /** Without a run secret: a new random key. */
  keyFor({ runSecret, disableInstanceSecret }: SecretChoice): NowOrLater<RequestKey> {
    if (runSecret === undefined) {
      return { runKey: this.randomKey(), repeatable: false };
    }
    const name = `${disableInstanceSecret ? '-' : '+'}${runSecret}`;
    const known = this.known.get(name);
    if (known !== undefined) {
      return known;
    }
    return after(disableInstanceSecret ? null : this.installation.instanceSecret(), (instanceSecret) => {
      const key = { runKey: deriveRunKey(runSecret, instanceSecret), repeatable: true };
      this.known.set(name, key, 1);
      return key;
    });
  }

  /** From a pool: asking the operating system for each would cost more than masking a value. */
  private randomKey(): Uint8Array {
    if (this.used === this.pool.length) {
      this.pool = randomFillSync(new Uint8Array(KEY_BYTES * POOL_KEYS));
      this.used = 0;
    }
    const key = this.pool.subarray(this.used, this.used + KEY_BYTES);
    this.used += KEY_BYTES;
    return key;
  }
}

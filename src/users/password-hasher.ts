import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/** argon2id as OWASP advises: 19 MiB, two passes. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** How many hashes are computed at once: they take memory, and threads that all of Node shares. */
const MAX_AT_ONCE = 2;

/** Hashes and checks passwords; at most a few at once, the others wait in order. */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private decoy: Promise<string> | null = null;

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, OPTIONS));
  }

  /**
   * Does the password fit? `storedHash` null (no such user) takes as long as any other answer. `before` runs when it
   * is this check's turn and stops it by throwing: so guesses sent all at once are counted one by one.
   */
  verify(storedHash: string | null, password: string, before: () => Promise<void>): Promise<boolean> {
    return this.inTurn(async () => {
      await before();
      this.decoy ??= hash(randomBytes(16), OPTIONS);
      const matches = await verify(storedHash ?? (await this.decoy), password);
      return matches && storedHash !== null;
    });
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= MAX_AT_ONCE) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) {
        this.running -= 1;
      } else {
        next();
      }
    }
  }
}

import { hkdfSync } from 'node:crypto';

const INFO = 'vizard/v1';
const NO_INSTANCE = new Uint8Array(32);

/**
 * The key of everything a run draws, from its run secret and the installation's secret (null: switched off, so that
 * two installations with equal run secrets agree).
 */
export function deriveRunKey(runSecret: string, instanceSecret: string | null): Uint8Array {
  const salt = instanceSecret === null ? NO_INSTANCE : Buffer.from(instanceSecret, 'utf8');
  return new Uint8Array(hkdfSync('sha256', Buffer.from(runSecret, 'utf8'), salt, INFO, 32));
}

/** A key for one purpose, told apart from every other by its label. */
export function deriveKey(runKey: Uint8Array, label: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', runKey, NO_INSTANCE, `${INFO}/key/${label}`, 32));
}

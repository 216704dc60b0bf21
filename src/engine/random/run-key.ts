import { hkdfSync } from 'node:crypto';
import { TextHmac } from './hmac.js';

const INFO = 'vizard/v1';
const KEY_BYTES = 32;
const NO_INSTANCE = new Uint8Array(32);
/** Of the first and only block of the expansion. */
const FIRST = '\u0001';

/** One for all derivations, which do not interrupt one another. */
const hmac = new TextHmac(NO_INSTANCE);
const words = new Int32Array(8);

/**
 * The key of everything a run draws, from its run secret and the installation's secret (null: switched off, so that
 * two installations with equal run secrets agree).
 */
export function deriveRunKey(runSecret: string, instanceSecret: string | null): Uint8Array {
  const salt = instanceSecret === null ? NO_INSTANCE : Buffer.from(instanceSecret, 'utf8');
  return macOf(macOf(salt, runSecret), INFO + FIRST);
}

/** HKDF written out, as requests may each have a secret of their own: the runtime's is five times slower. */
function macOf(key: Uint8Array, text: string): Uint8Array {
  hmac.rekey(key);
  hmac.digest(text, words);
  const mac = new Uint8Array(KEY_BYTES);
  words.forEach((word, index) => {
    mac.set([word >>> 24, word >>> 16, word >>> 8, word], index * 4);
  });
  return mac;
}

/** A key for one purpose, told apart from every other by its label. */
export function deriveKey(runKey: Uint8Array, label: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', runKey, NO_INSTANCE, `${INFO}/key/${label}`, 32));
}

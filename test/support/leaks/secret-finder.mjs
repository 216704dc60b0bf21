const MIN_BYTES = 8;
const FILTER_BITS = 24;

/**
 * Finds any of very many secrets in bytes, in one pass: the eight bytes at each place are looked up in a filter, and
 * only what passes is compared.
 */
export class SecretFinder {
  #filter = new Uint8Array(1 << (FILTER_BITS - 3));
  #byStart = new Map();

  /** @param {readonly { value: string, kind: string }[]} secrets */
  constructor(secrets) {
    for (const { value, kind } of secrets) {
      for (const form of formsOf(value)) {
        this.#add(form, kind);
      }
    }
  }

  /** @param {Buffer} bytes */
  kindsIn(bytes) {
    const filter = this.#filter;
    const kinds = new Set();
    let high = 0;
    let low = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | bytes[at];
      const place = hash(high, low);
      if ((filter[place >>> 3] & (1 << (place & 7))) !== 0 && at >= MIN_BYTES - 1) {
        this.#compare(bytes, at - MIN_BYTES + 1, kinds);
      }
    }
    return kinds;
  }

  #add(form, kind) {
    const bytes = Buffer.from(form, 'utf8');
    if (bytes.length < MIN_BYTES) {
      return;
    }
    const place = hash(bytes.readInt32BE(0), bytes.readInt32BE(4));
    this.#filter[place >>> 3] |= 1 << (place & 7);
    const start = bytes.toString('latin1', 0, MIN_BYTES);
    this.#byStart.set(start, [...(this.#byStart.get(start) ?? []), { bytes, kind }]);
  }

  #compare(bytes, at, kinds) {
    const found = this.#byStart.get(bytes.toString('latin1', at, at + MIN_BYTES)) ?? [];
    for (const secret of found) {
      if (bytes.subarray(at, at + secret.bytes.length).equals(secret.bytes)) {
        kinds.add(secret.kind);
      }
    }
  }
}

function hash(high, low) {
  return Math.imul(Math.imul(high, 0x9e3779b1) ^ low, 0x85ebca6b) >>> (32 - FILTER_BITS);
}

/** A secret as it could stand in a text: as it is, as JSON, percent-encoded, and as base64 at any place of a text. */
function formsOf(value) {
  const bytes = Buffer.from(value, 'utf8');
  const base64 = [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // Characters at both ends depend on what stands beside the secret.
    const inner = text.slice(shift === 0 ? 0 : shift + 1, Math.floor(((shift + bytes.length) * 8) / 6));
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), ...base64]);
}

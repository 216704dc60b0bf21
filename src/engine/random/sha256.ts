/** The compression function of SHA-256 (FIPS 180-4), for messages too short to be worth a call into the runtime. */

const ROUNDS = 64;

/** Fractional parts of the square roots of the first eight primes, and of the cube roots of the first 64. */
export const SHA256_START: Int32Array = fractions(8, Math.sqrt);
const K = fractions(ROUNDS, Math.cbrt);

/**
 * Takes one block into the state: reads `state`, writes `out`, which may be the same. The first sixteen words of
 * `words` are the block, the other 48 are scratch.
 */
export function sha256Block(state: Int32Array, words: Int32Array, out: Int32Array): void {
  for (let i = 16; i < ROUNDS; i++) {
    const x = words[i - 15]!;
    const y = words[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = (words[i - 16]! + words[i - 7]! + s0 + s1) | 0;
  }
  let a = state[0]!,
    b = state[1]!,
    c = state[2]!,
    d = state[3]!;
  let e = state[4]!,
    f = state[5]!,
    g = state[6]!,
    h = state[7]!;
  for (let i = 0; i < ROUNDS; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + K[i]! + words[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = s0 + ((a & b) | (c & (a | b)));
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  out[0] = state[0]! + a;
  out[1] = state[1]! + b;
  out[2] = state[2]! + c;
  out[3] = state[3]! + d;
  out[4] = state[4]! + e;
  out[5] = state[5]! + f;
  out[6] = state[6]! + g;
  out[7] = state[7]! + h;
}

function fractions(count: number, root: (n: number) => number): Int32Array {
  const words = new Int32Array(count);
  let found = 0;
  for (let n = 2; found < count; n++) {
    if (isPrime(n)) {
      words[found++] = (root(n) % 1) * 2 ** 32;
    }
  }
  return words;
}

function isPrime(n: number): boolean {
  for (let divisor = 2; divisor * divisor <= n; divisor++) {
    if (n % divisor === 0) {
      return false;
    }
  }
  return true;
}

import { createHmac } from 'node:crypto';
import { chachaBlock, DRAW_ROUNDS } from './chacha.js';
import { deriveRunKey } from './run-key.js';
import { Draws } from './draws.js';
import { HashedRowSeed, RandomRowSeed } from './row-seeds.js';
import { TextHmac } from './hmac.js';

function wordsOf(hex: string, bigEndian = false): Int32Array {
  const bytes = Buffer.from(hex.replace(/[\s:]/g, ''), 'hex');
  return Int32Array.from({ length: bytes.length / 4 }, (_, i) =>
    bigEndian ? bytes.readInt32BE(i * 4) : bytes.readInt32LE(i * 4),
  );
}

function hexOf(words: Int32Array): string {
  const bytes = Buffer.alloc(words.length * 4);
  words.forEach((word, index) => bytes.writeInt32LE(word, index * 4));
  return bytes.toString('hex');
}

/** A stream under a fixed key. */
function fixedDraws(label: string): Draws {
  const words = wordsOf(createHmac('sha256', 'fixed').update(label).digest('hex'));
  return new Draws({ words: () => words }, Int32Array.of(1, 2, 3));
}

describe('chachaBlock', () => {
  it('gives the block of RFC 8439, section 2.3.2, with 20 rounds', () => {
    const out = new Int32Array(16);
    const key = wordsOf('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');
    chachaBlock({ key, counter: 1, nonce: wordsOf('000000090000004a00000000'), rounds: 20 }, out);
    expect(hexOf(out)).toBe(
      '10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e' +
        'd2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e',
    );
  });

  it('gives the zero-key block of 12 rounds, as published for ChaCha12', () => {
    const out = new Int32Array(16);
    const input = { key: new Int32Array(8), counter: 0, nonce: new Int32Array(3), rounds: DRAW_ROUNDS };
    chachaBlock(input, out);
    expect(hexOf(out)).toBe(
      '9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f' +
        '0564f879d27ae3c02ce82834acfa8c793a629f2ca0de6919610be82f411326be',
    );
  });
});

describe('TextHmac', () => {
  it.each([
    ['short ASCII', 'customer-1'],
    ['nothing', ''],
    ['other scripts', 'Ünïcödé 日本 😀'],
    ['long ASCII', 'x'.repeat(5000)],
    ['long and wide', '日'.repeat(300)],
    ['at the edge', 'é'.repeat(256)],
    ['the longest in one block', 'x'.repeat(55)],
    ['the shortest in two', 'x'.repeat(56)],
    ['a NUL', 'a\u0000b'],
  ])('equals HMAC-SHA-256 of the UTF-8 bytes: %s', (_, text) => {
    for (const key of [Buffer.alloc(32, 7), Buffer.alloc(100, 9)]) {
      const words = new Int32Array(8);
      new TextHmac(key).digest(text, words);
      expect(words).toEqual(wordsOf(createHmac('sha256', key).update(text, 'utf8').digest('hex'), true));
    }
  });
});

describe('deriveRunKey', () => {
  it('is HKDF-SHA-256 with the info "vizard/v1"', () => {
    const extracted = createHmac('sha256', Buffer.alloc(32)).update('run secret 123456').digest();
    const expected = createHmac('sha256', extracted).update('vizard/v1\u0001').digest('hex');
    expect(Buffer.from(deriveRunKey('run secret 123456', null)).toString('hex')).toBe(expected);
  });

  it('depends on both secrets', () => {
    const keys = [
      deriveRunKey('a', null),
      deriveRunKey('b', null),
      deriveRunKey('a', 'x'),
      deriveRunKey('a', 'y'),
    ].map((key) => Buffer.from(key).toString('hex'));
    expect(new Set(keys).size).toBe(4);
  });
});

describe('Draws', () => {
  it.each([2, 3, 9, 10, 26, 36, 52, 1000, 3000, 4096])('below(%i) is unbiased (chi-square)', (n) => {
    const draws = fixedDraws(`below ${n}`);
    // Enough that drawing 3000 from 16 bits without rejection would show.
    const perCell = 800;
    const counts = new Uint32Array(n);
    for (let i = 0; i < n * perCell; i++) {
      const drawn = draws.below(n);
      counts[drawn]! += 1;
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - perCell) ** 2 / perCell, 0);
    // Five standard deviations: one false alarm in a million, and the seed is fixed anyway.
    expect(Math.abs(chiSquare - (n - 1))).toBeLessThan(5 * Math.sqrt(2 * n));
  });

  it('covers large ranges evenly', () => {
    for (const n of [5000, 1_000_003, 2 ** 31 + 1, 2 ** 32]) {
      const draws = fixedDraws(`large ${n}`);
      const thirds = [0, 0, 0];
      for (let i = 0; i < 30_000; i++) {
        const drawn = draws.below(n);
        expect(drawn).toBeGreaterThanOrEqual(0);
        thirds[Math.floor((drawn / n) * 3)]! += 1;
      }
      thirds.forEach((count) => expect(Math.abs(count - 10_000)).toBeLessThan(500));
    }
  });

  it('draws big integers within their range', () => {
    const draws = fixedDraws('big');
    for (const n of [1n, 7n, 2n ** 32n + 1n, 10n ** 30n]) {
      let greatest = 0n;
      for (let i = 0; i < 300; i++) {
        const drawn = draws.belowBig(n);
        greatest = drawn > greatest ? drawn : greatest;
      }
      expect(greatest < n).toBe(true);
      expect(greatest >= (n * 9n) / 10n).toBe(true);
    }
  });

  it('repeats after begin() and goes on over many blocks', () => {
    const draws = fixedDraws('again');
    const first = Array.from({ length: 500 }, () => draws.below(1000));
    draws.begin();
    expect(Array.from({ length: 500 }, () => draws.below(1000))).toEqual(first);
    expect(Math.max(...first)).toBeGreaterThan(900);
    expect(draws.fraction()).toBeLessThan(1);
  });
});

describe('row seeds', () => {
  it('hash a row once, and equal values alike, with and without the cache', () => {
    const clock = { rowNumber: 0 };
    let text = '';
    const hmac = new TextHmac(Buffer.alloc(32, 1));
    const seed = new HashedRowSeed(hmac, clock, () => text);
    const expected = new Int32Array(8);
    let wrong = 0;
    for (let row = 1; row < 40_000; row++) {
      clock.rowNumber = row;
      text = row % 10 === 0 ? `${'x'.repeat(300)}${row}` : `value ${row % 30_000}`;
      hmac.digest(text, expected);
      wrong += seed.words().every((word, index) => word === expected[index]) ? 0 : 1;
    }
    expect(wrong).toBe(0);
    expect(seed.words()).toBe(seed.words());
  });

  it('come from the operating system otherwise: the same within a row, different between rows', () => {
    const clock = { rowNumber: 0 };
    const seed = new RandomRowSeed(clock);
    const seen = new Set<string>();
    for (let row = 1; row <= 2000; row++) {
      clock.rowNumber = row;
      const words = seed.words().join();
      expect(seed.words().join()).toBe(words);
      seen.add(words);
    }
    expect(seen.size).toBe(2000);
  });
});

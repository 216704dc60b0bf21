import { PrefixPermutation } from './prefix-permutation.js';

const ADDRESSES = 65_536;

/** Key and addresses of the sample that the authors of Crypto-PAn publish with their program. */
const SAMPLE_KEY = Uint8Array.from([
  ...[21, 34, 23, 141, 51, 164, 207, 128, 19, 10, 91, 22, 73, 144, 125, 16],
  ...[216, 152, 143, 131, 121, 121, 101, 39, 98, 87, 76, 45, 42, 132, 34, 2],
]);
const SAMPLE: readonly (readonly [string, string])[] = [
  ['128.11.68.132', '135.242.180.132'],
  ['129.118.74.4', '134.136.186.123'],
  ['130.132.252.244', '133.68.164.234'],
  ['141.223.7.43', '141.167.8.160'],
  ['141.233.145.108', '141.129.237.235'],
  ['152.163.225.39', '151.140.114.167'],
  ['156.29.3.236', '147.225.12.42'],
  ['165.247.96.84', '162.9.99.234'],
  ['166.107.77.190', '160.132.178.185'],
  ['192.102.249.13', '252.138.62.131'],
];

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.split('.'), Number);

function sharedBits(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) {
      return i * 8 + Math.clz32(a[i]! ^ b[i]!) - 24;
    }
  }
  return a.length * 8;
}

describe('PrefixPermutation', () => {
  it.each(SAMPLE)('gives the published sample: %s becomes %s', (plain, image) => {
    expect([...new PrefixPermutation(SAMPLE_KEY, 4).permute(bytesOf(plain))].join('.')).toBe(image);
  });

  it.each([4, 16] as const)('permutes the addresses of a network among themselves: %i bytes', (size) => {
    const permutation = new PrefixPermutation(SAMPLE_KEY, size);
    const images = new Set<string>();
    const address = new Uint8Array(size).fill(7);
    for (let i = 0; i < ADDRESSES; i++) {
      address[size - 2] = i >> 8;
      address[size - 1] = i & 0xff;
      images.add(Buffer.from(permutation.permute(address, size * 8 - 16)).toString('hex'));
    }
    expect(images.size).toBe(ADDRESSES);
    expect([...images].every((image) => image.startsWith('07'.repeat(size - 2)))).toBe(true);
  });

  it('keeps how many first bits two addresses share', () => {
    const permutation = new PrefixPermutation(SAMPLE_KEY, 16);
    let state = 1;
    const byte = (): number => (state = Math.imul(state, 1_103_515_245) + 12_345) >>> 24;
    for (let i = 0; i < 2000; i++) {
      const a = Uint8Array.from({ length: 16 }, byte);
      const b = Uint8Array.from(a);
      b[i % 16]! ^= 1 << (i % 8);
      const [from, to] = i % 2 === 0 ? [0, 128] : [i % 60, 128 - (i % 40)];
      const images = [a, b].map((address) => permutation.permute(address, from, to));
      expect(sharedBits(images[0]!, images[1]!)).toBe(sharedBits(a, b));
    }
  });

  it('changes nothing where nothing may change', () => {
    const address = bytesOf('192.0.2.7');
    expect(new PrefixPermutation(SAMPLE_KEY, 4).permute(address, 32)).toEqual(address);
  });
});

import { binaryIntegerArray, binaryTextArray } from './postgres-arrays.js';

/** Elements of the binary array, read back. */
function elementsOf(array: Buffer, size: number): (bigint | null)[] {
  const elements: (bigint | null)[] = [];
  for (let at = 20; at < array.length;) {
    const length = array.readInt32BE(at);
    at += 4;
    if (length === -1) {
      elements.push(null);
      continue;
    }
    expect(length).toBe(size);
    const hex = array.subarray(at, at + size).toString('hex');
    elements.push(BigInt.asIntN(size * 8, BigInt(`0x${hex}`)));
    at += size;
  }
  return elements;
}

describe('binaryIntegerArray', () => {
  it.each([
    [2, ['0', '-1', '32767', '-32768']],
    [4, ['0', '7', '-1', '2147483647', '-2147483648']],
    [8, ['0', '-1', '4294967296', '-4294967297', '9007199254740993', '-9007199254740991']],
    [8, ['9223372036854775807', '-9223372036854775808', '-999999999999999999', '0007']],
  ] as const)('holds the numbers of %i bytes, and NULL', (size, texts) => {
    const array = binaryIntegerArray([null, ...texts], 99, size);
    expect(array?.readInt32BE(8)).toBe(99);
    expect(elementsOf(array ?? Buffer.alloc(0), size)).toEqual([null, ...texts.map(BigInt)]);
  });

  it.each([
    [2, '32768'],
    [4, '-2147483649'],
    [4, '99999999999'],
    [8, '9223372036854775808'],
    [8, '-9223372036854775809'],
    [8, '99999999999999999999'],
    [4, ''],
    [4, ' 1'],
    [4, '1.0'],
    [4, '1e3'],
    [4, '0x10'],
  ] as const)('leaves to the server what is no number of %i bytes: %j', (size, text) => {
    expect(binaryIntegerArray(['1', text], 23, size)).toBeNull();
  });
});

describe('binaryTextArray', () => {
  it.each([
    ['ASCII', ['a', '', 'x'.repeat(300)]],
    ['other scripts too', ['a', 'Zoë', '日本 😀', 'é'.repeat(300), '\u007f\u0080', '']],
  ])('holds the UTF-8 bytes of each text, and NULL: %s', (_, texts) => {
    const array = binaryTextArray([...texts, null], 25);
    const elements = texts.map((text) => {
      const bytes = Buffer.from(text);
      const size = Buffer.alloc(4);
      size.writeInt32BE(bytes.length);
      return Buffer.concat([size, bytes]);
    });
    expect(array.subarray(20)).toEqual(Buffer.concat([...elements, Buffer.alloc(4, 255)]));
    expect(array.readInt32BE(12)).toBe(texts.length + 1);
  });
});

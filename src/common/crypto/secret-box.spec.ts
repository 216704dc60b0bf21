import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { SecretBox, SecretBoxError } from './secret-box.js';

describe('SecretBox', () => {
  const key = randomBytes(32);
  const box = new SecretBox(key);

  it('opens what it sealed, whatever the text and the context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
        expect(box.open(box.seal(text, context), context)).toBe(text);
      }),
      { seed: 1 },
    );
  });

  it('keeps a constant format that shows nothing of the text', () => {
    const sealed = box.seal('hunter2');
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[A-Za-z0-9_-]+$/);
    expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url')).toHaveLength(12 + 16 + 7);
  });

  it('seals the same text differently each time', () => {
    expect(box.seal('same')).not.toBe(box.seal('same'));
  });

  it('opens a text sealed by an earlier version of the program', () => {
    const fixed = new SecretBox(Buffer.alloc(32, 7));
    expect(fixed.open(FROM_VERSION_1, 'connection:1')).toBe('hunter2');
  });

  it('notices every altered bit', () => {
    const sealed = box.seal('hunter2', 'a');
    const [version, keyId, payload] = sealed.split('.') as [string, string, string];
    const bytes = Buffer.from(payload, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const text = `${version}.${keyId}.${altered.toString('base64url')}`;
      expect(() => box.open(text, 'a')).toThrow(SecretBoxError);
    }
  });

  it('opens only in the place it was sealed for', () => {
    const sealed = box.seal('hunter2', 'connection:1');
    expect(() => box.open(sealed, 'connection:2')).toThrow('belongs to another place');
    expect(() => box.open(sealed)).toThrow(SecretBoxError);
  });

  it('tells another key from an altered text', () => {
    expect(() => new SecretBox(randomBytes(32)).open(box.seal('x'))).toThrow('Sealed with another key');
  });

  it.each(['', 'hunter2', 'v1.', 'v1.00000000', 'v2.00000000.AAAA', 'v1.00000000.AAAA.x'])(
    'refuses %j',
    (text) => {
      expect(() => box.open(text)).toThrow(SecretBoxError);
    },
  );

  it('refuses a truncated text and a wrong key size', () => {
    const [version, keyId] = box.seal('x').split('.');
    expect(() => box.open(`${version ?? ''}.${keyId ?? ''}.AAAA`)).toThrow('Not a sealed text');
    expect(() => new SecretBox(Buffer.alloc(16))).toThrow('32 bytes');
  });
});

const FROM_VERSION_1 = 'v1.383c05d4.lMfApvAcJt5jgJqoJd9g-Ji-r6xhlo0YYr0FF0nWTzmMyDY';

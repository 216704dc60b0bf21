import { isIP } from 'node:net';
import { ipAddressText, isMappedIpv4, parseIpAddress } from './ip-address.js';

const roundTrip = (text: string): string | null => {
  const address = parseIpAddress(text);
  return address === null ? null : ipAddressText(address);
};

describe('parseIpAddress', () => {
  it.each([
    ...['0.0.0.0', '255.255.255.255', '203.0.113.7', '10.0.0.0/8', '203.0.113.7/32', '0.0.0.0/0'],
    ...['::', '::1', '1::', '2001:db8::1', '2001:db8:0:1:1:1:1:1', '::ffff:203.0.113.7', '1::2:0:0:3'],
    ...['64:ff9b::203.0.113.7', '::203.0.113.7', '1:2:3:4:5:6:203.0.113.7', '2001:DB8::A', 'fe80::1%eth0'],
    ...['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::/32', '::/0', '::1/128', 'fe80::1%eth0/64'],
  ])('reads and writes %s', (text) => {
    expect(roundTrip(text)).toBe(text);
  });

  it.each([
    ['2001:0DB8::0001', '2001:DB8::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['1:0:0:0:2:0:0:0', '1::2:0:0:0'],
    ['::0:0', '::'],
    ['2001:Db8::aB', '2001:db8::ab'],
  ])('writes %s as %s', (text, expected) => {
    expect(roundTrip(text)).toBe(expected);
  });

  it.each([
    ...[
      '',
      '1',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '01.2.3.4',
      '1.2.3.-4',
      '1.2.3.4/33',
      '1.2.3.4/',
      '1.2.3.4/08',
    ],
    ...[':', ':::', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1::2::3', '12345::', 'g::', '1:2:3:4:5:6:7:8::'],
    ...[
      '::1.2.3',
      '1.2.3.4::',
      '::1.2.3.4:5',
      '::1/129',
      '1.2.3.4%eth0',
      '::1%',
      ' ::1',
      '::1 ',
      'x'.repeat(1e6),
    ],
  ])('refuses %j', (text) => {
    expect(parseIpAddress(text)).toBeNull();
  });

  it('agrees with the platform on random texts', () => {
    const pieces = ['0', '1', 'ff', ':', ':', '::', '.', '255', '1.2.3.4', 'abcd', '00'];
    let state = 7;
    const next = (below: number): number =>
      ((state = Math.imul(state, 1_103_515_245) + 12_345) >>> 8) % below;
    let valid = 0;
    const others: string[] = [];
    for (let i = 0; i < 200_000; i++) {
      const text = Array.from({ length: 1 + next(16) }, () => pieces[next(pieces.length)]!).join('');
      valid += isIP(text) === 0 ? 0 : 1;
      if ((parseIpAddress(text) !== null) !== (isIP(text) !== 0)) {
        others.push(text);
      }
    }
    expect(others).toEqual([]);
    expect(valid).toBeGreaterThan(500);
  });
});

it('knows IPv4 inside IPv6', () => {
  const bytesOf = (text: string): Uint8Array => parseIpAddress(text)!.bytes;
  expect(['::ffff:1.2.3.4', '::ffff:102:304'].map((text) => isMappedIpv4(bytesOf(text)))).toEqual([
    true,
    true,
  ]);
  expect(['::1.2.3.4', '1.2.3.4', '::fffe:1.2.3.4'].map((text) => isMappedIpv4(bytesOf(text)))).toEqual([
    ...[false, false, false],
  ]);
});

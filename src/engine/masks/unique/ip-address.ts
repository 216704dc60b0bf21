import { boolean, integer, withDefault } from '../parameters.js';
import { defineMask } from '../mask-definition.js';
import { endWithoutBlanks } from './text-permuter.js';
import { integerLimit } from '../column-limits.js';
import { ipAddressText, isMappedIpv4, parseIpAddress } from '../../values/ip-address.js';
import { kindOf } from '../../values/kinds.js';
import { PrefixPermutation } from '../../permutation/prefix-permutation.js';
import { SEED } from './unique-parameters.js';

const OLD_BITS = 32;
const NEW_BITS = 128;
const MOST_NUMBERS = 2n ** 32n;
/** Of columns of 32 bits, which may be unsigned. */
const LEAST_LIMIT = 2n ** 31n - 1n;
/** Where IPv4 stands in IPv6: it is masked as IPv4, so nothing else may come to stand there. */
const MAPPED = ['::ffff:0:0/96'];
/** IANA's special-purpose addresses that are in common use (RFC 6890), and those that mean one thing everywhere. */
const SPECIAL = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.168.0.0/16', '224.0.0.0/4', '240.0.0.0/4', '0.0.0.0/32', '127.0.0.1/32', '255.255.255.255/32'],
  ...['fc00::/7', 'fe80::/10', 'ff00::/8', '::/128', '::1/128'],
];

export const ipAddress = defineMask({
  name: 'ip_address',
  family: 'unique',
  role: 'transformer',
  summary:
    'Replaces each IP address by another, never two by one; addresses of one network stay in one network (extension).',
  accepts: ['null', 'text', 'integer'],
  gives: 'same',
  traits: { unique: true, cascades: true, hashColumns: 'ignored' },
  parameters: {
    keep_prefix_bits: withDefault(integer('So many first bits of IPv4 stay, such as 8.', 0, OLD_BITS), 0),
    keep_prefix_bits_v6: withDefault(integer('So many first bits of IPv6 stay, such as 32.', 0, NEW_BITS), 0),
    keep_special: withDefault(
      boolean(
        'Private, local, multicast and reserved addresses stay in their ranges; 127.0.0.1, ::1 and the like stay.',
      ),
      false,
    ),
    seed: SEED,
  },
  example: 'type: ip_address\nkeep_special: true',
  choices: [
    'An extension, after Crypto-PAn (Xu, Fan, Ammar and Moon 2002): two addresses share exactly as many first bits after as before, so subnets can still be told apart, and whoever knows some pairs learns that much of their neighbours.',
    'However it is written, one address has one result, also in a column of another type; IPv4 inside IPv6 (`::ffff:0:0/96`) is masked as IPv4. Whole numbers from 0 to 4294967295 are IPv4, for which a column must be unsigned or have 64 bits.',
    'A network such as 10.1.0.0/16 becomes the network that its addresses are in; the number after the slash and the zone after % stay.',
    'IPv6 comes out in short form (RFC 5952), or with all digits where it came in so; a column needs room for 39 characters.',
    'With keep_special the addresses next to a special range share more bits with their results than others: as many as tell them from the range.',
    'An empty text stays. Anything else is an error, also numbers with leading zeros, which some readers take for octal.',
  ],
  compile(params, context) {
    const special = params.keep_special ? SPECIAL : [];
    const key = (version: string): Uint8Array => context.key(`ip_address/${version}/${params.seed ?? ''}`);
    const [old, own] = [
      new AddressPermuter(new PrefixPermutation(key('4'), 4), params.keep_prefix_bits, special),
      new AddressPermuter(new PrefixPermutation(key('6'), 16), params.keep_prefix_bits_v6, [
        ...special,
        ...MAPPED,
      ]),
    ];
    const greatest = context.column.kind === 'integer' ? integerLimit(context.column) : null;
    if (greatest !== null && greatest < LEAST_LIMIT) {
      context.error(
        'column_too_small',
        `The column "${context.column.name}" cannot hold every IPv4 address.`,
      );
    }
    const permute = (bytes: Uint8Array, networkBits: number | null): Uint8Array => {
      if (bytes.length === 4) {
        return old.permute(bytes, networkBits ?? OLD_BITS);
      }
      const bits = networkBits ?? NEW_BITS;
      if (!isMappedIpv4(bytes) || bits < NEW_BITS - OLD_BITS) {
        return own.permute(bytes, bits);
      }
      const image = Uint8Array.from(bytes);
      image.set(old.permute(bytes.subarray(12), bits - (NEW_BITS - OLD_BITS)), 12);
      return image;
    };
    return (value) => {
      if (value === null || value === '') {
        return value;
      }
      if (typeof value === 'bigint' && value >= 0n && value < MOST_NUMBERS) {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32BE(Number(value));
        return BigInt(Buffer.from(permute(bytes, null)).readUInt32BE());
      }
      if (typeof value !== 'string') {
        return context.fail('unsupported_kind', `${kindOf(value)} values of this size are no IP addresses`);
      }
      const end = endWithoutBlanks(value);
      const address = parseIpAddress(value.slice(0, end));
      if (address === null) {
        return context.fail('unsupported_value', 'the text is no IP address');
      }
      const text = ipAddressText({ ...address, bytes: permute(address.bytes, address.networkBits) });
      // Of a column of fixed width, which is filled up with blanks.
      return end < value.length ? text.padEnd(value.length) : text;
    };
  },
});

interface Range {
  readonly bytes: Uint8Array;
  readonly bits: number;
}

/** Permutes addresses of one version within the ranges that stay: on the way to those no bit is turned. */
class AddressPermuter {
  private readonly ranges: readonly Range[];

  constructor(
    private readonly permutation: PrefixPermutation,
    private readonly keptBits: number,
    ranges: readonly string[],
  ) {
    this.ranges = ranges.flatMap((text) => {
      const { bytes, networkBits } = parseIpAddress(text)!;
      return bytes.length === permutation.size ? [{ bytes, bits: networkBits ?? 0 }] : [];
    });
  }

  /** Networks and their addresses are two sets: neither takes a result of the other. */
  permute(bytes: Uint8Array, networkBits: number): Uint8Array {
    const kept = this.kept(bytes);
    if (isNetwork(bytes, networkBits)) {
      return this.permutation.permute(bytes, kept, networkBits);
    }
    const image = this.permutation.permute(bytes, kept);
    if (!isNetwork(image, networkBits)) {
      return image;
    }
    const network = networkOf(bytes, networkBits);
    return this.permutation.permute(network, this.kept(network));
  }

  private kept(bytes: Uint8Array): number {
    let kept = this.keptBits;
    for (const range of this.ranges) {
      kept = Math.max(kept, Math.min(sharedBits(bytes, range.bytes) + 1, range.bits));
    }
    return kept;
  }
}

function sharedBits(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? a.length * 8 : at * 8 + Math.clz32(a[at]! ^ b[at]!) - 24;
}

/** Are all bits from there on zero? */
function isNetwork(bytes: Uint8Array, from: number): boolean {
  return sharedBits(bytes, networkOf(bytes, from)) === bytes.length * 8;
}

function networkOf(bytes: Uint8Array, bits: number): Uint8Array {
  return bytes.map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - index * 8))));
}

/** An IP address and how it is written: `203.0.113.7`, `2001:db8::1`, `::ffff:203.0.113.7`, `10.0.0.0/8`, `fe80::1%eth0`. */
export interface IpAddress {
  /** 4 or 16, the most significant first. */
  readonly bytes: Uint8Array;
  /** First bits that name a network; null: none are given. */
  readonly networkBits: number | null;
  /** `%eth0` or nothing. */
  readonly zone: string;
  readonly style: IpStyle;
}

interface IpStyle {
  /** The last 32 bits of IPv6 are written as an IPv4 address. */
  readonly dotted: boolean;
  /** All eight groups of IPv6 have four digits. */
  readonly full: boolean;
  readonly upper: boolean;
}

const LONGEST = 100;
const FORM = /^([0-9a-f:.]+)(%[\w.-]{1,40})?(?:\/([0-9]|[1-9][0-9]{1,2}))?$/i;
const OCTET = /^(?:[0-9]|[1-9][0-9]{1,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;
const GROUPS = 8;
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/** Null: this is no IP address. IPv4 is four decimal numbers without leading zeros: with them some readers take octal. */
export function parseIpAddress(text: string): IpAddress | null {
  const [, address, zone, network] = (text.length > LONGEST ? null : FORM.exec(text)) ?? [];
  if (address === undefined) {
    return null;
  }
  const isOld = !address.includes(':');
  const bytes = isOld ? parseOld(address) : parseNew(address);
  const networkBits = network === undefined ? null : Number(network);
  if (bytes === null || (networkBits ?? 0) > bytes.length * 8 || (isOld && zone !== undefined)) {
    return null;
  }
  return { bytes, networkBits, zone: zone ?? '', style: styleOf(address) };
}

/** The address in the style in which it was written; IPv6 otherwise by RFC 5952, the longest row of zeros left out. */
export function ipAddressText({ bytes, networkBits, zone, style }: IpAddress): string {
  const address = bytes.length === 4 ? bytes.join('.') : newText(bytes, style);
  return address + zone + (networkBits === null ? '' : `/${networkBits}`);
}

/** Is it an IPv4 address inside IPv6 (`::ffff:0:0/96`)? */
export function isMappedIpv4(bytes: Uint8Array): boolean {
  return bytes.length === 16 && MAPPED.every((byte, index) => bytes[index] === byte);
}

function styleOf(address: string): IpStyle {
  return {
    dotted: address.includes('.'),
    full: /^[0-9a-f]{4}(?::[0-9a-f]{4}){7}$/i.test(address),
    upper: address !== address.toLowerCase() && address === address.toUpperCase(),
  };
}

function parseOld(text: string): Uint8Array | null {
  const parts = text.split('.');
  const isWhole = parts.length === 4 && parts.every((part) => OCTET.test(part) && Number(part) < 256);
  return isWhole ? Uint8Array.from(parts, Number) : null;
}

function parseNew(text: string): Uint8Array | null {
  const dot = text.indexOf('.');
  if (dot >= 0 && dot < text.lastIndexOf(':')) {
    return null;
  }
  const halves = text.split('::');
  const [first, second] = halves.map(groupsOf);
  if (first === undefined || first === null || second === null || halves.length > 2) {
    return null;
  }
  const missing = GROUPS - first.length - (second?.length ?? 0);
  // "::" stands for one group or more.
  if (second === undefined ? missing !== 0 : missing < 1) {
    return null;
  }
  const groups = [...first, ...new Array<number>(missing).fill(0), ...(second ?? [])];
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

/** The groups of a part between "::"; null: it has something else. */
function groupsOf(part: string): readonly number[] | null {
  if (part === '') {
    return [];
  }
  const groups = part.split(':').flatMap((group): (number | null)[] => {
    if (!group.includes('.')) {
      return [GROUP.test(group) ? parseInt(group, 16) : null];
    }
    const old = parseOld(group);
    return old === null ? [null] : [(old[0]! << 8) | old[1]!, (old[2]! << 8) | old[3]!];
  });
  const known = groups.filter((group) => group !== null);
  return known.length === groups.length ? known : null;
}

function newText(bytes: Uint8Array, { dotted, full, upper }: IpStyle): string {
  const groups = Array.from({ length: GROUPS }, (_, index) =>
    ((bytes[index * 2]! << 8) | bytes[index * 2 + 1]!).toString(16),
  );
  const written = full
    ? groups.map((group) => group.padStart(4, '0')).join(':')
    : dotted
      ? compressed(groups.slice(0, 6), `:${bytes.subarray(12).join('.')}`)
      : compressed(groups, '');
  return upper ? written.toUpperCase() : written;
}

/** The groups with "::" for the longest row of two zeros or more, and what follows them. */
function compressed(groups: readonly string[], rest: string): string {
  let best = { from: 0, length: 1 };
  for (let from = 0; from < groups.length; from++) {
    let to = from;
    while (groups[to] === '0') {
      to++;
    }
    best = to - from > best.length ? { from, length: to - from } : best;
    from = Math.max(from, to);
  }
  if (best.length < 2) {
    return groups.join(':') + rest;
  }
  const before = groups.slice(0, best.from).join(':');
  const after = groups.slice(best.from + best.length).join(':');
  // The colons of "::" are those of whatever stands next to it.
  return `${before}::${after}${after === '' ? rest.slice(1) : rest}`;
}

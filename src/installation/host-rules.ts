import { BlockList, isIP } from 'node:net';

const HOST_NAME = /^\.?(?!-)[a-z0-9_-]{1,63}(?<!-)(\.[a-z0-9_-]{1,63})*\.?$/;

/** Which hosts a service may be called by. */
export interface HostRules {
  /** `host`: the value of a Host header, with or without port. */
  allows(host: string | undefined): boolean;
}

/** What is wrong with an entry of `allowed_hosts`; null: nothing. */
export function hostEntryProblem(entry: string): string | null {
  if (entry === '*' || isIP(bare(entry)) !== 0 || isNetwork(entry) || HOST_NAME.test(entry.toLowerCase())) {
    return null;
  }
  return 'Each entry must be a host name without port, an IP address, a network such as 10.0.0.0/8, or *.';
}

/** No entries at all: nothing was decided yet, so any host. */
export function hostRules(entries: readonly string[]): HostRules {
  if (entries.length === 0 || entries.includes('*')) {
    return { allows: () => true };
  }
  const networks = new BlockList();
  networks.addSubnet('127.0.0.0', 8, 'ipv4');
  networks.addAddress('::1', 'ipv6');
  const names = new Set(['localhost']);
  const suffixes: string[] = [];
  for (const entry of entries.map((text) => text.toLowerCase().replace(/\.$/, ''))) {
    const address = bare(entry);
    if (isIP(address) !== 0) {
      networks.addAddress(address, familyOf(address));
    } else if (isNetwork(entry)) {
      const [base = '', bits] = entry.split('/');
      networks.addSubnet(base, Number(bits), familyOf(base));
    } else if (entry.startsWith('.')) {
      suffixes.push(entry);
      names.add(entry.slice(1));
    } else {
      names.add(entry);
    }
  }
  return { allows: (host) => matches(hostNameOf(host), { networks, names, suffixes }) };
}

/** The name in a Host header: lower case, without port, brackets and final dot. */
export function hostNameOf(host: string | undefined): string {
  const text = (host ?? '').trim().toLowerCase();
  return /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/:\d*$/, '').replace(/\.$/, '');
}

function matches(
  name: string,
  rules: {
    readonly networks: BlockList;
    readonly names: ReadonlySet<string>;
    readonly suffixes: readonly string[];
  },
): boolean {
  return isIP(name) !== 0
    ? rules.networks.check(name, familyOf(name))
    : rules.names.has(name) || rules.suffixes.some((suffix) => name.endsWith(suffix));
}

function bare(address: string): string {
  return /^\[(.*)\]$/.exec(address)?.[1] ?? address;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function isNetwork(entry: string): boolean {
  const [base = '', bits = '', ...rest] = entry.split('/');
  const family = isIP(base);
  return (
    family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32)
  );
}

import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Link-local networks, addresses under which clouds tell credentials, multicast, and "this host": no service is there. */
const BLOCKED = new BlockList();
BLOCKED.addSubnet('169.254.0.0', 16, 'ipv4');
BLOCKED.addAddress('100.100.100.200', 'ipv4');
BLOCKED.addAddress('168.63.129.16', 'ipv4');
BLOCKED.addSubnet('0.0.0.0', 8, 'ipv4');
BLOCKED.addSubnet('224.0.0.0', 3, 'ipv4');
BLOCKED.addSubnet('fe80::', 10, 'ipv6');
BLOCKED.addSubnet('ff00::', 8, 'ipv6');
BLOCKED.addAddress('fd00:ec2::254', 'ipv6');
BLOCKED.addAddress('fd20:ce::254', 'ipv6');
BLOCKED.addAddress('::', 'ipv6');
const METADATA_HOST = /^metadata(?:\.google\.internal)?\.?$/i;

/** Is a host, as a URL or a socket names it, one that users may not send us to? Names are judged when they are looked up. */
export function isBlockedHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return METADATA_HOST.test(bare) || (isIP(bare) !== 0 && isBlocked(bare));
}

/** Finds the address of a host as usual, but none that is blocked: what is checked is what is connected to. */
export function checkedLookup(refusal: () => Error): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      if (addresses.some(({ address }) => isBlocked(address))) {
        callback(refusal(), []);
        return;
      }
      const [first] = addresses;
      if (options.all === true || first === undefined) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

function isBlocked(address: string): boolean {
  return BLOCKED.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

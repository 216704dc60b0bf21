import { lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { AiEngineError } from './ai-engine-error.js';
import type { LookupFunction } from 'node:net';

const MAX_LENGTH = 2_048;

/** Link-local networks, addresses under which clouds tell credentials, multicast, and "this host": no engine is there. */
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

/** Where `/analyze` of an engine is. Throws `AiEngineError`. */
export function readEngineAddress(text: string): URL {
  const url = text.length <= MAX_LENGTH && URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AiEngineError(
      'bad_address',
      'The address of the AI engine must begin with http:// or https://.',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new AiEngineError(
      'bad_address',
      'The address of the AI engine must be without a user, a query and a fragment.',
    );
  }
  refuseHost(url.hostname.replace(/^\[|\]$/g, ''));
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/analyze`;
  return url;
}

function refuseHost(host: string): void {
  if (METADATA_HOST.test(host) || (isIP(host) !== 0 && isBlocked(host))) {
    throw refusal();
  }
}

/** Finds the address of a host as usual, but none that is blocked: what is checked is what is connected to. */
export const checkedLookup: LookupFunction = (host, options, callback) => {
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

function isBlocked(address: string): boolean {
  return BLOCKED.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function refusal(): AiEngineError {
  return new AiEngineError(
    'address_refused',
    'The address of the AI engine is a link-local or metadata address, which is not allowed.',
  );
}

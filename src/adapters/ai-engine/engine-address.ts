import { checkedLookup, isBlockedHost } from '../outgoing-addresses.js';
import { AiEngineError } from './ai-engine-error.js';

const MAX_LENGTH = 2_048;

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
  if (isBlockedHost(url.hostname)) {
    throw refusal();
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/analyze`;
  return url;
}

/** Finds the engine's host, but at none of the addresses that are refused. */
export const engineLookup = checkedLookup(refusal);

function refusal(): AiEngineError {
  return new AiEngineError(
    'address_refused',
    'The address of the AI engine is a link-local or metadata address, which is not allowed.',
  );
}

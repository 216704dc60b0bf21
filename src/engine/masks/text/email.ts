import { boolean, integer, oneOf, withDefault } from '../parameters.js';
import { defineMask } from '../mask-definition.js';
import { textImitator } from './imitate-text.js';
import { textInput } from '../text-input.js';
import { textList } from '../text-list.js';
import type { Draws } from '../../random/draws.js';

/** Names that lead nowhere, for ever (RFC 2606). */
const RESERVED = ['example.com', 'example.net', 'example.org'];
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CHARACTERS = `${LETTERS}0123456789`;

export const email = defineMask({
  name: 'email',
  family: 'text',
  role: 'transformer',
  summary: 'Replaces an e-mail address by one that reaches nobody (extension).',
  accepts: ['null', 'text'],
  gives: 'text',
  parameters: {
    domain: withDefault(oneOf('What becomes of the domain.', ['replace', 'keep']), 'replace'),
    domains: withDefault(textList('Domains to draw from.'), RESERVED),
    local: withDefault(
      oneOf('What becomes of the part before the @.', ['generate', 'imitate', 'keep']),
      'generate',
    ),
    length: withDefault(integer('Length of a generated part before the @.', 1, 64), 12),
    keep_first: withDefault(integer('So many first characters stay.', 0, 64), 0),
    keep_tag: withDefault(boolean('What follows a + before the @ stays.'), false),
  },
  example: 'type: email\ndomain: keep\nkeep_first: 1',
  choices: [
    'A generated part is a letter and then letters and digits, drawn from the hash values: 12 of them are as good as unique.',
    'Text without an @ is taken as the part before it and gets a domain of the list; empty text stays.',
    'The domains of the list are reserved ones unless you name others.',
  ],
  check({ domains, domain, local }, report) {
    if (domains.length === 0 || domains.some((name) => !DOMAIN.test(name))) {
      report.error('bad_value', 'The domains must be names like example.org, at least one.', 'domains');
    }
    if (domain === 'keep' && local === 'keep') {
      report.warning('no_effect', 'With both parts kept nothing is masked.');
    }
  },
  randomness: (params) => ({ domain: params }),
  compile(params, context) {
    const read = textInput(context);
    const { local: kind, length, keep_first: keepFirst, keep_tag: keepTag, domain, domains } = params;
    const maskLocal = localMask({ kind, length, keepFirst, keepTag });
    return (value, draws) => {
      const text = read(value);
      if (text === null || text === '') {
        return value;
      }
      const at = text.lastIndexOf('@');
      const local = maskLocal(at < 0 ? text : text.slice(0, at), draws);
      return `${local}@${at < 0 || domain === 'replace' ? domains[draws.below(domains.length)]! : text.slice(at + 1)}`;
    };
  },
});

interface LocalOptions {
  readonly kind: 'generate' | 'imitate' | 'keep';
  readonly length: number;
  readonly keepFirst: number;
  readonly keepTag: boolean;
}

function localMask({
  kind,
  length,
  keepFirst,
  keepTag,
}: LocalOptions): (local: string, draws: Draws) => string {
  const imitate = textImitator({ upper: true, lower: true, digits: true, forceChange: false });
  return (local, draws) => {
    const plus = keepTag ? local.indexOf('+') : -1;
    const main = plus < 0 ? local : local.slice(0, plus);
    const characters = [...main];
    const shown = characters.slice(0, keepFirst).join('');
    const hidden = characters.slice(keepFirst).join('');
    const masked =
      kind === 'keep' ? hidden : kind === 'imitate' ? imitate(hidden, draws) : generated(length, draws);
    return shown + masked + (plus < 0 ? '' : local.slice(plus));
  };
}

function generated(length: number, draws: Draws): string {
  let text = LETTERS.charAt(draws.below(LETTERS.length));
  for (let i = 1; i < length; i++) {
    text += CHARACTERS.charAt(draws.below(CHARACTERS.length));
  }
  return text;
}

import { isXmlText } from './xml-document.js';

const REFERENCE = /&(?:(lt|gt|amp|quot|apos)|#([0-9]{1,7})|#x([0-9a-fA-F]{1,6}));/g;
const UNKNOWN = /&(?!(?:lt|gt|amp|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});)/;
const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const GREATEST = 0x10ffff;

/** The characters that a writing stands for; null: it refers to something unknown. */
export function decodeXml(raw: string): string | null {
  if (!raw.includes('&')) {
    return raw;
  }
  if (UNKNOWN.test(raw)) {
    return null;
  }
  let unknown = 0;
  const value = raw.replace(REFERENCE, (_, name?: string, decimal?: string, hexadecimal?: string) => {
    const character = name === undefined ? characterOf(decimal, hexadecimal) : NAMED.get(name);
    unknown += character === undefined ? 1 : 0;
    return character ?? '';
  });
  return unknown === 0 ? value : null;
}

function characterOf(decimal: string | undefined, hexadecimal: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  if (!(code <= GREATEST)) {
    return undefined;
  }
  const character = String.fromCodePoint(code);
  return isXmlText(character) ? character : undefined;
}

/** A name as it is compared: without accents, in lower case. */
export function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}

/** Longer names are cut: what is sensitive in them stands before. */
const LONGEST_NAME = 200;

/** The words of a name: `CustFName2` → `cust`, `f`, `name`, `2`. */
export function nameParts(name: string): readonly string[] {
  const spaced = name
    .slice(0, LONGEST_NAME)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, '$& ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  return foldName(spaced)
    .split(' ')
    .filter((part) => part !== '');
}

/** Ranges of first digits that belong to an issuer's numbers: all bounds of a row have the same length. */
const RANGES: readonly (readonly [from: string, to: string])[] = [
  ['4', '4'],
  ['34', '34'],
  ['36', '38'],
  ['51', '55'],
  ['62', '62'],
  ['65', '65'],
  ['300', '305'],
  ['644', '649'],
  ['2221', '2720'],
  ['3528', '3589'],
  ['6011', '6011'],
];

/** How many first digits of a card number tell its issuer; 0: unknown. */
export function issuerPrefixLength(digits: string): number {
  const range = RANGES.find(([from, to]) => {
    const start = digits.slice(0, from.length);
    return start >= from && start <= to;
  });
  return range === undefined ? 0 : range[0].length;
}

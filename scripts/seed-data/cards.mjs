/** Beginnings of card numbers by network, with the length of the whole number: public facts of ISO/IEC 7812. */
export const cardPrefixes = [
  ...['4'].map((prefix) => [prefix, 'Visa', '16']),
  ...['51', '52', '53', '54', '55', '2221', '2300', '2500', '2720'].map((prefix) => [
    prefix,
    'Mastercard',
    '16',
  ]),
  ...['34', '37'].map((prefix) => [prefix, 'American Express', '15']),
  ...['6011', '644', '645', '646', '647', '648', '649', '65'].map((prefix) => [prefix, 'Discover', '16']),
  ...['3528', '3550', '3589'].map((prefix) => [prefix, 'JCB', '16']),
  ...['300', '305', '36', '38'].map((prefix) => [prefix, 'Diners Club', '14']),
  ...['62'].map((prefix) => [prefix, 'UnionPay', '16']),
];

/** Beginnings that payment providers publish for testing. */
const TEST_PREFIXES = [
  ['411111', 'Visa', 16],
  ['424242', 'Visa', 16],
  ['400000', 'Visa', 16],
  ['555555', 'Mastercard', 16],
  ['222300', 'Mastercard', 16],
  ['378282', 'American Express', 15],
  ['371449', 'American Express', 15],
  ['601111', 'Discover', 16],
  ['356600', 'JCB', 16],
  ['305693', 'Diners Club', 14],
];

/** Numbers with a right check digit, all under test prefixes. */
export function cardNumbers(draw, count) {
  const rows = new Map();
  while (rows.size < count) {
    const [prefix, brand, length] = draw.pick(TEST_PREFIXES);
    const body = prefix + Array.from({ length: length - 1 - prefix.length }, () => draw.below(10)).join('');
    const number = body + luhnDigit(body);
    rows.set(number, [number, brand]);
  }
  return [...rows.values()].sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

function luhnDigit(body) {
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Value of a digit; letters count on from A = 10. */
export function valueOf(character: string): number {
  return parseInt(character, 36);
}

/** Sum of each character's value times its weight, as far as there are weights. */
export function weightedSum(
  text: string,
  weights: readonly number[],
  value: (character: string) => number = valueOf,
): number {
  return weights.reduce((sum, weight, index) => sum + weight * value(text.charAt(index)), 0);
}

/** The text with its last character replaced. */
export function withLast(text: string, check: number | string): string {
  return `${text.slice(0, -1)}${check}`;
}

/** What brings a sum up to the next multiple. */
export function complement(sum: number, modulus: number): number {
  return (modulus - (sum % modulus)) % modulus;
}

/** Remainder of a digit string of any length. */
export function remainder(digits: string, modulus: number): number {
  let rest = 0;
  for (let i = 0; i < digits.length; i++) {
    rest = (rest * 10 + digits.charCodeAt(i) - 48) % modulus;
  }
  return rest;
}

/** Do two digits each make a month and a day? The day may be raised by a scheme's own number. */
export function isMonthAndDay(digits: string, raise = 0): boolean {
  const month = Number(digits.slice(0, 2));
  const day = Number(digits.slice(2, 4)) - (Number(digits.slice(2, 4)) > raise ? raise : 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

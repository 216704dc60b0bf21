const BODY_DIGITS = 8;
const FIRST_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];
const SECOND_WEIGHTS = [7, 4, 3, 2, 5, 2, 7, 6];

/** Least IRD number in use. */
export const LEAST_IRD = 10_000_000;

/** The check digit of the up to eight digits before it; null: numbers with this body are not given out. */
export function irdCheckDigit(body: number): number | null {
  const first = weighted(body, FIRST_WEIGHTS);
  const digit = first === 10 ? weighted(body, SECOND_WEIGHTS) : first;
  return digit === 10 ? null : digit;
}

export function isIrdNumber(number: number, greatest: number): boolean {
  return number >= LEAST_IRD && number <= greatest && irdCheckDigit(Math.floor(number / 10)) === number % 10;
}

/** 0 to 10. */
function weighted(body: number, weights: readonly number[]): number {
  let sum = 0;
  let rest = body;
  for (let i = BODY_DIGITS - 1; i >= 0; i--) {
    sum += (rest % 10) * weights[i]!;
    rest = Math.floor(rest / 10);
  }
  return sum % 11 === 0 ? 0 : 11 - (sum % 11);
}

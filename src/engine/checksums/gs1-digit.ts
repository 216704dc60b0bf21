import { complement } from './arithmetic.js';

/** Check digit of the GS1 numbers: weights 3 and 1 in turn, from the right. */
export function gs1Digit(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    sum += (body.charCodeAt(body.length - 1 - i) - 48) * (i % 2 === 0 ? 3 : 1);
  }
  return complement(sum, 10);
}

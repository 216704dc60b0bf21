/** Beyond it servers refuse a text, even one that would be rounded to it. */
const LARGEST_FLOAT = 3.4028234663852886e38;

/** The shortest text that is the same four-byte number, of one that has the digits of eight bytes. */
export function shortestFloat(text: string): string {
  const value = Number(text);
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value) && Math.abs(short) <= LARGEST_FLOAT) {
      return String(short);
    }
  }
  return text;
}

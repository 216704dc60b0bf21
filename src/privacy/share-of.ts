/** From 0 to 1, with six digits; null: there is no whole. */
export function shareOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : Math.round((1e6 * part) / whole) / 1e6;
}

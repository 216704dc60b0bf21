import type { KeyPlace, PartialKeys } from './key-rewriting.js';

/** Of places with several columns: those with rows in which some of them are NULL and others are not. */
export async function partialKeys(
  places: readonly KeyPlace[],
  quote: (column: string) => string,
  countWhere: (place: KeyPlace, condition: string) => Promise<string | null | undefined>,
): Promise<readonly PartialKeys[]> {
  const found: PartialKeys[] = [];
  for (const place of places.filter(({ columns }) => columns.length > 1)) {
    const [some, others] = ['IS NULL', 'IS NOT NULL'].map((is) =>
      place.columns.map((column) => `${quote(column)} ${is}`).join(' OR '),
    );
    const rows = Number(await countWhere(place, `(${some}) AND (${others})`));
    found.push(...(rows > 0 ? [{ place, rows }] : []));
  }
  return found;
}

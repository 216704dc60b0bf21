import type { FieldLocator, FileGroup, FoundFile } from '../../engine/index.js';

/** Places of a group that none of its files has; none where no file was found at all. */
export function unknownPlaces(
  { files, locators }: FileGroup,
  found: readonly FoundFile[],
): readonly FieldLocator[] {
  const own = found.filter(({ path }) => files.includes(path));
  const known = new Set(own.flatMap(({ fields }) => fields.map(({ locator }) => JSON.stringify(locator))));
  return own.length === 0 ? [] : locators.filter((locator) => !known.has(JSON.stringify(locator)));
}

import { refuseField } from '../../common/validation/read-map.js';
import type { FieldLocator, FileGroup } from '../../engine/index.js';

const MOST_PLACES = 500_000;
const FIELD = 'selected_data';

/** Reads `selected_data` of the wire: groups of files and what shall be masked in them. Throws `InvalidInputError`. */
export function readFileSelection(given: unknown): readonly FileGroup[] {
  if (given === undefined || given === null) {
    refuseField(FIELD, 'This field is required.');
  }
  if (!Array.isArray(given) || given.length === 0) {
    refuseField(FIELD, 'Must be a list of groups, each with files and locators; select at least one.');
  }
  const groups = (given as unknown[]).map(readGroup);
  const count = groups.reduce((sum, { files, locators }) => sum + files.length + locators.length, 0);
  if (count > MOST_PLACES) {
    refuseField(FIELD, `Select at most ${MOST_PLACES} files and locators.`);
  }
  return groups;
}

function readGroup(given: unknown, index: number): FileGroup {
  const path = `${FIELD}.${index}`;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    refuseField(path, 'Must be an object with files and locators.');
  }
  const { files, locators, ...others } = given as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    refuseField(`${path}.${unknown.slice(0, 60)}`, 'Only files and locators are known here.');
  }
  return {
    files: listOf(files, `${path}.files`, isName, 'Must be a list of paths, relative to the base directory.'),
    locators: listOf(
      locators,
      `${path}.locators`,
      isLocator,
      'Must be a list of names of columns, or of paths as lists of keys and positions.',
    ),
  };
}

function listOf<T>(
  given: unknown,
  path: string,
  test: (item: unknown) => item is T,
  message: string,
): readonly T[] {
  if (!Array.isArray(given) || given.length === 0 || !(given as unknown[]).every(test)) {
    refuseField(path, message);
  }
  return given as readonly T[];
}

function isName(item: unknown): item is string {
  return typeof item === 'string' && item !== '';
}

function isLocator(item: unknown): item is FieldLocator {
  const isStep = (step: unknown): boolean => typeof step === 'string' || Number.isInteger(step);
  return typeof item === 'string' || (Array.isArray(item) && item.length > 0 && item.every(isStep));
}

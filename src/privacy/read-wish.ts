import { readMap, refuseField } from '../common/validation/read-map.js';
import type { PrivacyWish, TableWish } from './privacy-wish.js';

const MOST_TABLES = 500;
const MOST_COLUMNS = 1_600;
const MOST_QUASI_IDENTIFIERS = 20;
const LONGEST_NAME = 500;

/** Reads `tables` of the wire: name → what is to be measured. Throws `InvalidInputError`. */
export function readTables(given: unknown): PrivacyWish['tables'] {
  const tables = Object.entries(readMap(given, 'tables', 'names of tables'));
  if (tables.length === 0 || tables.length > MOST_TABLES) {
    refuseField(
      'tables',
      tables.length === 0 ? 'Name at least one table.' : `Name at most ${MOST_TABLES} tables.`,
    );
  }
  return tables.map(([table, facts]) => readTable(table, facts));
}

function readTable(table: string, given: unknown): TableWish {
  const path = `tables.${table}`;
  if (table === '' || table.length > LONGEST_NAME) {
    refuseField('tables', `Names of tables have 1 to ${LONGEST_NAME} characters.`);
  }
  const {
    quasi_identifiers: quasiIdentifiers,
    columns,
    ...others
  } = readMap(given, path, 'quasi_identifiers and columns');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    refuseField(`${path}.${unknown}`, 'Only quasi_identifiers and columns are known here.');
  }
  return {
    table,
    quasiIdentifiers: readNames(quasiIdentifiers, `${path}.quasi_identifiers`, {
      least: 1,
      most: MOST_QUASI_IDENTIFIERS,
    }),
    columns:
      columns === undefined || columns === null
        ? null
        : readNames(columns, `${path}.columns`, { least: 0, most: MOST_COLUMNS }),
  };
}

function readNames(
  given: unknown,
  path: string,
  { least, most }: { readonly least: number; readonly most: number },
): readonly string[] {
  const isName = (name: unknown): boolean =>
    typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME;
  if (!Array.isArray(given) || !given.every(isName) || given.length < least || given.length > most) {
    refuseField(path, `Must be a list of ${least} to ${most} names of columns.`);
  }
  return [...new Set(given as readonly string[])];
}

import { spreadsheetRows } from './spreadsheet-rows.js';
import { spreadsheetText } from './spreadsheet-text.js';

/** A file that is no discovery report. The message says what is missing. */
export class ReportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ReportError';
  }
}

export interface SelectedRow {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

const COLUMNS = {
  selected: 'selected',
  schema: 'table schema',
  table: 'table name',
  column: 'column name',
} as const;

const YES = new Set(['1', 'true', 'y', 'yes', 'x']);

/** An apostrophe that keeps spreadsheet programs from executing a cell: the report writes it before such a name. */
const GUARDED = /^'(?=[=+\-@\t\r\n＝＋－＠])/;

/** The rows of an edited discovery report that are selected. Throws `ReportError`. */
export function* selectedRows(bytes: Uint8Array): Generator<SelectedRow> {
  const rows = spreadsheetRows(spreadsheetText(bytes));
  const header = rows.next();
  const places = placesIn(header.done === true ? [] : header.value);
  for (const row of rows) {
    const cell = (name: keyof typeof COLUMNS): string => (row[places[name]] ?? '').replace(GUARDED, '');
    if (YES.has(cell('selected').trim().toLowerCase())) {
      yield { schema: cell('schema'), table: cell('table'), column: cell('column') };
    }
  }
}

function placesIn(header: readonly string[]): Readonly<Record<keyof typeof COLUMNS, number>> {
  const words = header.map((word) =>
    word
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, ' '),
  );
  const { selected, schema, table, column } = COLUMNS;
  const missing = Object.values(COLUMNS).filter((name) => !words.includes(name));
  if (missing.length > 0) {
    const names = missing.map((name) => `"${name.charAt(0).toUpperCase()}${name.slice(1)}"`).join(', ');
    throw new ReportError(`The first line has no column ${names}: send the report of a database discovery.`);
  }
  return {
    selected: words.indexOf(selected),
    schema: words.indexOf(schema),
    table: words.indexOf(table),
    column: words.indexOf(column),
  };
}

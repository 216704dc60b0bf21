import { defineMask } from '../mask-definition.js';
import { oneOf, optional, required, rowColumn, text } from '../parameters.js';
import { seedFile, seedFileColumn } from '../seed-parameters.js';
import { checkSeedColumns, columnCells, rowsByCell, unknownSeedColumn } from '../seed-rows.js';
import type { MaskCompileContext, MaskFunction } from '../mask-definition.js';

export const fromFile = defineMask({
  name: 'from_file',
  family: 'generic',
  role: 'source',
  summary:
    'Draws a cell of a seed file; all columns of one file come from the same row under equal hash values.',
  accepts: 'all',
  gives: 'text',
  traits: { ignoresValue: true },
  parameters: {
    seed_file: required(seedFile('Name of the seed file.')),
    seed_column: optional(seedFileColumn('Column to take, by its header; the first when absent.')),
    table_filter_column: optional(rowColumn('Column of the row that the candidates must agree with.')),
    seed_filter_column: optional(seedFileColumn('Column of the file that it is compared with.')),
    null_string: optional(text('Cells equal to this become NULL.')),
    on_no_match: optional(
      oneOf(
        'A row that no candidate agrees with: an error (as when it is left out), or any row of the file (extension).',
        ['error', 'any'],
      ),
    ),
  },
  example: 'type: from_file\nseed_file: DataMasque_firstNames_mixed.csv\nseed_column: firstname-mixed',
  choices: [
    'Every row of the file is equally likely; a row that stands there twice counts twice.',
    'Without seed_column it is the first column. Changing the file changes what is drawn.',
    'The filter compares without white space at both ends, case counts; a value without a row in the file is an error unless on_no_match is any, or left out under `compat: lenient`.',
    'NULL gives a cell too, as with every source; skip NULL to keep it.',
  ],
  lenient: (params) => ({ ...params, on_no_match: params.on_no_match ?? 'any' }),
  check(params, report) {
    if ((params.table_filter_column === null) !== (params.seed_filter_column === null)) {
      report.error('missing_key', '"table_filter_column" and "seed_filter_column" go together.');
    }
    const known = report.seedColumns(params.seed_file);
    for (const parameter of ['seed_column', 'seed_filter_column'] as const) {
      const column = params[parameter];
      if (known !== undefined && column !== null && !known.includes(column)) {
        report.error('unknown_seed_column', unknownSeedColumn(params.seed_file, column, known), parameter);
      }
    }
  },
  randomness(params, context) {
    const digest = context.seedFile(params.seed_file)?.digest ?? '';
    const domain = [digest, params.table_filter_column, params.seed_filter_column];
    return { domain, sibling: [...domain, params.seed_column, params.null_string] };
  },
  compile(params, context) {
    const table = context.seedFile(params.seed_file);
    if (
      table === null ||
      !checkSeedColumns(table, [params.seed_column, params.seed_filter_column], context)
    ) {
      return (value) => value;
    }
    const cells = columnCells(table, params.seed_column, params.null_string);
    if (params.table_filter_column === null || params.seed_filter_column === null) {
      const rowCount = table.rowCount;
      return (_, draws) => cells[draws.below(rowCount)]!;
    }
    const candidates = rowsByCell(table.column(params.seed_filter_column) ?? []);
    const isAny = params.on_no_match === 'any';
    return filtered(params.table_filter_column, { candidates, cells, isAny }, context);
  },
});

interface FilteredRows {
  readonly candidates: ReadonlyMap<string, readonly number[]>;
  readonly cells: readonly (string | null)[];
  /** Does a value without a candidate get any row of the file? */
  readonly isAny: boolean;
}

function filtered(
  rowColumnName: string,
  { candidates, cells, isAny }: FilteredRows,
  context: MaskCompileContext,
): MaskFunction {
  const filterText = context.rowText(rowColumnName);
  if (filterText === null) {
    return (value) => value;
  }
  return (_, draws) => {
    const rows = candidates.get((filterText() ?? '').trim());
    if (rows === undefined) {
      return isAny
        ? cells[draws.below(cells.length)]!
        : context.fail(
            'no_candidate',
            'no row of the seed file agrees with the filter column; add one, or set "on_no_match: any"',
          );
    }
    return cells[rows[draws.below(rows.length)]!]!;
  };
}

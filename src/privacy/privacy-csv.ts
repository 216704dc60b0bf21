import { csvLine } from '../common/http/csv.js';
import type { AnonymityFigures, DiversityFigures, TableFigures } from './privacy-figures.js';
import { shareOf } from './share-of.js';

const HEADER = [
  ...['Table', 'Column', 'Side', 'Rows', 'Groups', 'k', 'Unique rows', 'Unique share', 'Rows below k'],
  ...['Values', 'Distinct values', 'Unique values', 'Matched rows', 'Compared values', 'Unchanged values'],
  ...['Unchanged share', 'Problem'],
];

/**
 * One line for each table and side, with its quasi-identifiers in the place of the column, then one for each column and
 * side.
 */
export function privacyCsv(tables: readonly TableFigures[]): string {
  return [HEADER, ...tables.flatMap(linesOf)].map(csvLine).join('');
}

type Line = readonly (string | number)[];

function linesOf(figures: TableFigures): readonly Line[] {
  const { table, quasiIdentifiers, before, after, matchedRows, columns, problem } = figures;
  const label = quasiIdentifiers.join(' + ');
  const rest = ['', '', '', matchedRows ?? '', '', '', '', problem ?? ''];
  return [
    ...sides(before, after).map(([side, one]) => [table, label, side, ...anonymityCells(one), ...rest]),
    ...(before === null && after === null ? [[table, label, '', ...EMPTY, ...rest]] : []),
    ...columns.flatMap((column) =>
      sides(column.before, column.after).map(([side, one]) => [
        ...[table, column.column, side, ...EMPTY, ...diversityCells(one), ''],
        ...(side === 'after'
          ? [
              column.compared ?? '',
              column.unchanged ?? '',
              shareOf(column.unchanged, column.compared) ?? '',
              '',
            ]
          : ['', '', '', '']),
      ]),
    ),
  ];
}

const EMPTY = ['', '', '', '', '', ''];

function sides<T>(before: T | null, after: T | null): readonly (readonly [string, T])[] {
  return [
    ...(before === null ? [] : [['before', before] as const]),
    ...(after === null ? [] : [['after', after] as const]),
  ];
}

function anonymityCells({ rows, groups, k, uniqueRows, rowsBelowK }: AnonymityFigures): Line {
  return [rows, groups, k, uniqueRows, shareOf(uniqueRows, rows) ?? '', rowsBelowK];
}

function diversityCells({ values, distinct, unique }: DiversityFigures): Line {
  return [values, distinct, unique];
}

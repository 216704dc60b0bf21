import type { TableFigures } from './privacy-figures.js';

/** Adds what an earlier report measured of the same table and the same quasi-identifiers, or says why it cannot. */
export function compareBaseline(figures: TableFigures, baseline: readonly TableFigures[]): TableFigures {
  const same = baseline.filter((one) => isSameTable(one, figures));
  const former = same.find((one) => quasiIdentifiersOf(one) === quasiIdentifiersOf(figures));
  const before = former?.after ?? null;
  if (former === undefined || before === null) {
    return figures.after === null ? figures : withProblem(figures, reasonOf(same, former));
  }
  const compared = {
    ...figures,
    before,
    columns: figures.columns.map((column) => ({
      ...column,
      before: former.columns.find((one) => one.column === column.column)?.after ?? null,
    })),
  };
  return former.hidesRows === true ? withProblem(compared, HIDDEN) : compared;
}

const HIDDEN =
  'Row-level security hid rows from the database user of the baseline: its figures are of the visible rows only.';

function reasonOf(same: readonly TableFigures[], former: TableFigures | undefined): string {
  if (former !== undefined) {
    return 'The baseline could not measure this table, so there is nothing to compare with.';
  }
  const [other] = same;
  return other === undefined
    ? 'The table is not in the baseline, so there is nothing to compare with.'
    : `The baseline has other quasi-identifiers of this table (${other.quasiIdentifiers.join(', ')}), so there is nothing to compare with.`;
}

/** By the name in the catalog, which may be written in several ways; MySQL's copies have other schemas. */
function isSameTable(one: TableFigures, other: TableFigures): boolean {
  const isSameName =
    one.name !== undefined && one.name.schema === other.name?.schema && one.name.table === other.name.table;
  return isSameName || one.table === other.table;
}

/** Groups are the same in whatever order the columns stand. */
const quasiIdentifiersOf = ({ quasiIdentifiers }: TableFigures): string =>
  JSON.stringify([...quasiIdentifiers].sort());

const withProblem = (figures: TableFigures, problem: string): TableFigures => ({
  ...figures,
  problem: figures.problem === null ? problem : `${figures.problem} ${problem}`,
});

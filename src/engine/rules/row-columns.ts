import { quoted, suggestion } from '../ruleset/near-miss.js';
import type { MaskTableTask } from '../ruleset/nodes.js';
import type { Place, ProblemList } from '../ruleset/problem-list.js';
import type { ColumnShape, TableShape } from './table-mask.js';

/** A column that a task may read, and whose it is. */
export interface ReadableColumn {
  readonly column: ColumnShape;
  /** Place of its table in the task's joins; null: the masked table itself. */
  readonly join: number | null;
}

interface NamedTable {
  readonly written: string;
  readonly join: number | null;
  readonly shape: TableShape;
}

/** Finds the columns that a task names, in its own table and in joined ones, and gives each a place in the row. */
export class RowColumns {
  /** See `CompiledTableMask`. */
  readonly readColumns: string[] = [];
  readonly readJoins: (number | null)[] = [];
  private readonly tables: readonly NamedTable[];

  constructor(
    private readonly task: MaskTableTask,
    private readonly shape: TableShape,
    private readonly problems: ProblemList,
  ) {
    const joined = shape.joined ?? [];
    this.tables = [
      { written: task.table, join: null, shape },
      ...task.joins.flatMap(({ targetTable }, join) => {
        const found = joined[join];
        return found === undefined ? [] : [{ written: targetTable, join, shape: found }];
      }),
    ];
  }

  /** Says it where the joined tables are not known. */
  refuseUnknownJoins(path: string): void {
    const [first] = this.task.joins;
    if (first !== undefined && this.shape.joined === undefined) {
      const message = `Joined tables cannot be read here: ${quoted(first.targetTable)}.`;
      this.problems.error('joins_not_read', message, { path: `${path}.joins`, at: first.at });
    }
  }

  /** Place of a column in the read list, to which it is added when it is new. */
  positionOf({ column, join }: ReadableColumn): number {
    const known = this.knownPosition({ column, join });
    if (known >= 0) {
      return known;
    }
    this.readJoins.push(join);
    return this.readColumns.push(column.name) - 1;
  }

  /** Below zero: nobody reads it. */
  knownPosition({ column, join }: ReadableColumn): number {
    return this.readColumns.findIndex(
      (name, place) => name === column.name && this.readJoins[place] === join,
    );
  }

  /** A column of the masked table; null, and a problem, where it has none of that name. */
  own(written: string, place: Place): ColumnShape | null {
    return this.find(this.tables[0]!, written, place);
  }

  /** A column by its own name, or with the name of its table before it, as the task writes that. */
  any(written: string, place: Place): ReadableColumn | null {
    const [table, name] = this.tableOf(written);
    const column = this.find(table, name, place);
    if (column?.rowAddress === true) {
      const message = `${quoted(written)} is where a row lies, which changes: it can only be the key.`;
      this.problems.error('row_address', message, place);
      return null;
    }
    return column === null ? null : { column, join: table.join };
  }

  /** The name of a table may be written without its schema, and must then be as long as it can be. */
  private tableOf(written: string): [NamedTable, string] {
    if (this.shape.isFile === true) {
      return [this.tables[0]!, written];
    }
    const [longest] = this.tables
      .flatMap((table) => {
        const last = table.written.slice(table.written.lastIndexOf('.') + 1);
        return [table.written, last].map((name) => ({ table, prefix: `${name}.` }));
      })
      .filter(({ prefix }) => written.startsWith(prefix))
      .sort((one, other) => other.prefix.length - one.prefix.length);
    return longest === undefined
      ? [this.tables[0]!, written]
      : [longest.table, written.slice(longest.prefix.length)];
  }

  private find({ written: table, shape }: NamedTable, written: string, place: Place): ColumnShape | null {
    const owner = `${shape.isFile === true ? 'file' : 'table'} ${quoted(table)}`;
    if (shape.repeated?.has(written) === true) {
      const message = `The ${owner} has several columns ${quoted(written)}: rules cannot tell them apart.`;
      this.problems.error('ambiguous_column', message, place);
      return null;
    }
    const column = shape.find(written);
    if (column !== undefined) {
      return column;
    }
    const names = shape.columns.map((candidate) => candidate.name).filter(isTellable(shape, written));
    const message = `The ${owner} has no column ${quoted(written)}.${suggestion(written, names)}`;
    this.problems.error('unknown_column', message, place);
    return null;
  }
}

/** What a file seems to call its columns may be its first row of data: only what the rule itself says may be told. */
function isTellable({ isFile }: TableShape, written: string): (name: string) => boolean {
  const wanted = bare(written);
  return (name) => isFile !== true || bare(name) === wanted;
}

/** Without case, blanks and byte order marks. */
function bare(name: string): string {
  return name.replaceAll(/[\s_-]+/g, '').toLowerCase();
}

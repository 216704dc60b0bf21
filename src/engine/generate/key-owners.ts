import { columnId } from './column-facts.js';
import type { GenerationColumn, GenerationTable } from './generation-input.js';

/** A column with the table that it is in. */
export interface PlacedColumn {
  readonly table: GenerationTable;
  readonly column: GenerationColumn;
}

/** Follows foreign keys to the column whose values all the others repeat. */
export class KeyOwners {
  private readonly tables: ReadonlyMap<string, GenerationTable>;
  private readonly referenced: ReadonlySet<string>;

  constructor(tables: readonly GenerationTable[]) {
    this.tables = new Map(tables.map((table) => [tableId(table.schema, table.name), table]));
    this.referenced = new Set(
      tables.flatMap(({ foreignKeys }) =>
        foreignKeys.flatMap(({ schema, table, referencedColumns }) =>
          referencedColumns.map((column) => columnId(schema, table, column)),
        ),
      ),
    );
  }

  table(schema: string, name: string): GenerationTable | undefined {
    return this.tables.get(tableId(schema, name));
  }

  isReferenced({ table, column }: PlacedColumn): boolean {
    return this.referenced.has(columnId(table.schema, table.name, column.name));
  }

  /**
   * The column at the end of all references, which may be the given one; null: it is in no table that is known. Where
   * references go round in a circle it is the first by name, from wherever one asks.
   */
  ownerOf(start: PlacedColumn): PlacedColumn | null {
    const seen = new Map<string, PlacedColumn>();
    let current: PlacedColumn | null = start;
    while (current !== null) {
      const id = columnId(current.table.schema, current.table.name, current.column.name);
      if (seen.has(id)) {
        return firstOfCircle([...seen.entries()], id);
      }
      seen.set(id, current);
      const key = this.referenceOf(current);
      if (key === undefined) {
        return current;
      }
      current = this.find(key.schema, key.table, key.column);
    }
    return null;
  }

  /** What the column refers to, a column of its own table that is the same one excepted. */
  private referenceOf({
    table,
    column,
  }: PlacedColumn): { schema: string; table: string; column: string } | undefined {
    return table.foreignKeys
      .flatMap((key) =>
        key.columns.map((from, index) => ({ from, ...key, column: key.referencedColumns[index] ?? '' })),
      )
      .find(({ from, ...to }) => {
        const isItself = to.schema === table.schema && to.table === table.name && to.column === column.name;
        return from === column.name && !isItself;
      });
  }

  private find(schema: string, name: string, columnName: string): PlacedColumn | null {
    const table = this.table(schema, name);
    const column = table?.columns.find((candidate) => candidate.name === columnName);
    return table === undefined || column === undefined ? null : { table, column };
  }
}

function tableId(schema: string, table: string): string {
  return JSON.stringify([schema, table]);
}

function firstOfCircle(walk: readonly (readonly [string, PlacedColumn])[], entry: string): PlacedColumn {
  const circle = walk.slice(walk.findIndex(([id]) => id === entry));
  return [...circle].sort(([a], [b]) => (a < b ? -1 : 1))[0]![1];
}

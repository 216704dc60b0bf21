import type { CatalogTable } from '../../adapters/databases/index.js';
import type { DiscoveredColumn, DiscoveredTable, DiscoveryMatch } from '../discovered-table.js';
import type { RulesetCover } from '../ruleset-cover.js';

export interface ColumnPlace {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

export interface SensitiveColumn extends ColumnPlace {
  readonly dataType: string;
  readonly matches: readonly DiscoveryMatch[];
}

export interface GoneColumn extends ColumnPlace {
  /** Lines of the ruleset that name it; empty: none does. */
  readonly lines: readonly number[];
}

export interface NewColumn extends SensitiveColumn {
  readonly isCovered: boolean;
}

/** How a ruleset, the last discovery and the database as it is now fit together. */
export interface CoverageReport {
  readonly sensitive: number;
  /** Sensitive columns that the ruleset leaves as they are, new ones included. */
  readonly uncovered: readonly SensitiveColumn[];
  /** Columns of the discovery or the ruleset that the database has not. */
  readonly gone: readonly GoneColumn[];
  /** Columns that the discovery has not seen, with what their names tell. */
  readonly added: readonly NewColumn[];
}

/** A live table, as far as the comparison goes. */
export type LiveTable = Pick<CatalogTable, 'name' | 'kind' | 'columns'>;

/** Relations whose rows are masked where they stand. */
const MASKED_KINDS: ReadonlySet<string> = new Set(['table', 'partitioned_table', 'other']);

/** Puts the report together, table by table. */
export class CoverageComparison {
  private sensitive = 0;
  private readonly uncovered: SensitiveColumn[] = [];
  private readonly gone = new Map<string, GoneColumn>();
  private readonly added: NewColumn[] = [];

  constructor(
    private readonly cover: RulesetCover,
    /** What the name of a column tells. */
    private readonly look: (
      table: LiveTable,
      column: LiveTable['columns'][number],
    ) => readonly DiscoveryMatch[],
  ) {}

  /** `live`: undefined where the table is gone. */
  discovered(table: DiscoveredTable, live: LiveTable | undefined): void {
    const now = new Set(live?.columns.map(({ name }) => name));
    for (const column of table.columns) {
      const place = { schema: table.schema, table: table.table, column: column.name };
      if (now.has(column.name)) {
        this.judge(table, column);
      } else {
        this.lost(place, this.cover.linesOf(place.schema, place.table, place.column));
      }
    }
    if (live !== undefined) {
      const known = new Set(table.columns.map(({ name }) => name));
      this.unseen(live, (name) => !known.has(name));
    }
  }

  /** A table that the discovery has not seen, or of which only some columns are new. */
  unseen(live: LiveTable, isNew: (column: string) => boolean = () => true): void {
    if (!MASKED_KINDS.has(live.kind)) {
      return;
    }
    for (const column of live.columns.filter(({ name }) => isNew(name))) {
      const { schema, table } = live.name;
      const matches = this.look(live, column);
      const isCovered = this.isCovered({ schema, table, column: column.name });
      const found = { schema, table, column: column.name, dataType: column.typeName, matches };
      this.added.push({ ...found, isCovered });
      if (matches.length > 0) {
        this.count(found, isCovered);
      }
    }
  }

  /** What the ruleset names and the database has not. `columnsOf`: null where it cannot be told. */
  namedByRuleset(columnsOf: (schema: string, table: string) => readonly string[] | null): void {
    for (const { table, column, line, place } of this.cover.named) {
      const columns = place === null ? [] : columnsOf(place.schema, place.table);
      if (columns !== null && !columns.some((name) => this.cover.means(column, name))) {
        this.lost({ schema: place?.schema ?? '', table: place?.table ?? table, column }, [line]);
      }
    }
  }

  report(): CoverageReport {
    const { sensitive, uncovered, added } = this;
    return { sensitive, uncovered, added, gone: [...this.gone.values()] };
  }

  private judge(table: DiscoveredTable, { name, dataType, matches }: DiscoveredColumn): void {
    const told = matches.filter(({ label }) => label !== null);
    if (told.length === 0 || !MASKED_KINDS.has(table.kind)) {
      return;
    }
    const place = { schema: table.schema, table: table.table, column: name };
    // A reference follows the key that it refers to.
    const follows = table.foreignKeys.some(({ columns, references }) =>
      columns.some(
        (column, index) =>
          column === name && this.isCovered({ ...references, column: references.columns[index] ?? '' }),
      ),
    );
    this.count({ ...place, dataType, matches: told }, follows || this.isCovered(place));
  }

  private count(found: SensitiveColumn, isCovered: boolean): void {
    this.sensitive += 1;
    if (!isCovered) {
      this.uncovered.push(found);
    }
  }

  private isCovered({ schema, table, column }: ColumnPlace): boolean {
    return this.cover.linesOf(schema, table, column).length > 0 || this.cover.isEmptied(schema, table);
  }

  private lost(place: ColumnPlace, lines: readonly number[]): void {
    const key = JSON.stringify([place.schema, place.table, place.column.toLowerCase()]);
    const known = this.gone.get(key);
    const all = [...new Set([...(known?.lines ?? []), ...lines])].sort((a, b) => a - b);
    this.gone.set(key, { ...(known ?? place), lines: all });
  }
}

import { DatabaseError } from '../adapters/databases/index.js';
import type { CatalogColumn, CatalogTable, SchemaCatalog } from '../adapters/databases/index.js';
import type { ColumnDetector, LookedAtColumn, RowText } from '../engine/index.js';
import type { DiscoveryMatch } from './discovered-table.js';
import { toDiscoveryMatch } from './discovery-match.js';
import type { PreviewOptions } from './preview/preview-options.js';
import { isPreviewed, safeDataPreview } from './preview/safe-data-preview.js';
import type { SafeDataPreview } from './preview/safe-data-preview.js';

export interface LookedAtTable {
  readonly table: CatalogTable;
  /** By the place of the column. */
  readonly matches: readonly (readonly DiscoveryMatch[])[];
  /** By the place of the column; null: not asked for, or no values. */
  readonly previews: readonly (SafeDataPreview | null)[];
  /** Why values were not looked at; null: nothing to tell. */
  readonly problem: string | null;
}

/** Longest text of a value that is read. */
const LONGEST_VALUE = 4_096;
/** Values that are in memory at the same time, over all columns of a table. */
const MOST_VALUES = 200_000;

/** Says for every column of a table whether it is sensitive. A table that cannot be read is told by its names alone. */
export class TableLook {
  constructor(
    private readonly detector: ColumnDetector,
    private readonly catalog: SchemaCatalog,
    /** 0: values are not looked at. */
    private readonly rowSampleSize: number,
    private readonly preview: PreviewOptions | null,
  ) {}

  async look(table: CatalogTable): Promise<LookedAtTable> {
    const names = table.columns.map(({ name }) => name);
    const looked = table.columns.map(({ name, kind }): LookedAtColumn => ({
      name,
      kind,
      table: table.name.table,
      siblings: names.filter((sibling) => sibling !== name),
    }));
    const byName = looked.map((column) => this.detector.byName(column));
    const wanted = table.columns.filter(
      ({ kind }, place) =>
        this.rowSampleSize > 0 &&
        ((this.preview !== null && isPreviewed(kind)) ||
          this.detector.needsValues(looked[place]!, byName[place]!)),
    );
    const { values, problem } = await this.valuesOf(table, wanted);
    const matches = looked.map((column, place) => {
      const found = byName[place]!;
      const given = values.get(column.name);
      const isTold = given === undefined || !this.detector.needsValues(column, found);
      return (isTold ? found : this.detector.byValues(column, found, given)).map(toDiscoveryMatch);
    });
    const previews = table.columns.map(({ name, kind }) => {
      const given = values.get(name);
      return this.preview === null || given === undefined ? null : safeDataPreview(given, kind, this.preview);
    });
    return { table, matches, previews, problem };
  }

  private async valuesOf(
    table: CatalogTable,
    wanted: readonly CatalogColumn[],
  ): Promise<{
    readonly values: ReadonlyMap<string, readonly (string | null)[]>;
    readonly problem: string | null;
  }> {
    const values = new Map<string, readonly (string | null)[]>();
    const readable = wanted.filter(({ canSelect }) => canSelect);
    if (wanted.length === 0) {
      return { values, problem: null };
    }
    if (table.kind === 'view') {
      return { values, problem: 'It is a view: the values of its tables are looked at instead.' };
    }
    if (readable.length === 0) {
      return { values, problem: 'The database user may not read it.' };
    }
    const rows = Math.max(1, Math.min(this.rowSampleSize, Math.floor(MOST_VALUES / readable.length)));
    try {
      const read = await this.catalog.firstRows(table.name, readable, { rows, longest: LONGEST_VALUE });
      readable.forEach(({ name }, place) => values.set(name, columnOf(read, place)));
      const isPart = readable.length < wanted.length;
      return { values, problem: isPart ? 'The database user may not read some of its columns.' : null };
    } catch (error) {
      if (error instanceof DatabaseError && error.code !== 'lost_connection') {
        return { values, problem: `Its values could not be read: ${error.message}` };
      }
      throw error;
    }
  }
}

function columnOf(rows: readonly RowText[], place: number): readonly (string | null)[] {
  return rows.map((row) => row[place] ?? null);
}

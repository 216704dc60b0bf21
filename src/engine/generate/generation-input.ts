/** A mask as it stands in a ruleset: its `type` and parameters. */
export type WrittenMask = Readonly<Record<string, unknown>> & { readonly type: string };

/** Why a column counts as sensitive. */
export interface ColumnFinding {
  /** The machine-readable kind of data, such as `first_name`. */
  readonly label: string;
  /** For people. */
  readonly description: string;
  /** PII, PHI, PCI, Custom. */
  readonly categories: readonly string[];
}

/** A column as discovery found it. */
export interface GenerationColumn {
  readonly name: string;
  /** The database's own word, with or without length and precision. */
  readonly dataType: string;
  /** How its text form is read: `text`, `integer`, `date` …; `other` where the type alone tells. */
  readonly valueKind: string;
  readonly maxLength: number | null;
  readonly numericPrecision: number | null;
  readonly numericScale: number | null;
  readonly nullable: boolean;
  /** False: the database computes it, so that nothing can be written there. */
  readonly writable: boolean;
  /** The most telling one first; empty: nothing was found. */
  readonly findings: readonly ColumnFinding[];
}

export interface GenerationForeignKey {
  readonly columns: readonly string[];
  readonly schema: string;
  readonly table: string;
  readonly referencedColumns: readonly string[];
}

export interface GenerationTable {
  readonly schema: string;
  readonly name: string;
  /** Why no row of it can be masked: it is a view, say; null: nothing is known against it. */
  readonly obstacle: string | null;
  /** In the order of the catalog. */
  readonly columns: readonly GenerationColumn[];
  readonly primaryKey: readonly string[];
  /** Column lists of further unique constraints and indexes. */
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly foreignKeys: readonly GenerationForeignKey[];
}

/** What shall be masked of one table. */
export interface TableSelection {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** What stands for the identity behind a row. Absent: found out. */
  readonly hashColumns?: {
    /** The table's; null or empty: none. Absent: found out. */
    readonly table?: readonly string[] | null;
    /** Single columns' own instead; null or empty: none. */
    readonly columns?: Readonly<Record<string, readonly string[] | null>>;
  };
}

/** How a kind of database spells names, and tells rows apart. */
export interface GenerationDialect {
  /** What becomes of the case of a name without quotes. */
  readonly unquotedNames: 'lower' | 'upper' | 'kept';
  /** The name of the place where a row lies, good as a key of a table without one; null: there is none. */
  readonly rowAddress: string | null;
}

export interface GenerationRequest {
  readonly tables: readonly GenerationTable[];
  readonly selection: readonly TableSelection[];
  readonly dialect: GenerationDialect;
  /** Two letters: where seed files exist by region, theirs are taken. */
  readonly locality: string;
  /** Masks of one's own by label; they win over the built-in ones. */
  readonly ownMasks: ReadonlyMap<string, readonly WrittenMask[]>;
}

/** A selected column without a rule. */
export interface LeftOut {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly reason: string;
  /** True: it is masked all the same, with the key that it refers to. */
  readonly masked: boolean;
}

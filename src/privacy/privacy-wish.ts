/** What is to be measured. */
export interface PrivacyWish {
  readonly k: number;
  readonly tables: readonly TableWish[];
}

export interface TableWish {
  /** As written: `public.customers`, with quotes where rulesets need them. */
  readonly table: string;
  readonly quasiIdentifiers: readonly string[];
  /** Columns whose values are counted and compared; null: all but keys. */
  readonly columns: readonly string[] | null;
}

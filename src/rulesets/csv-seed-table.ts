import { createHash } from 'node:crypto';

import type { SeedTable } from '../engine/index.js';
import { CsvError, parseCsv } from './csv-text.js';

/** A seed file in memory, column by column. */
export class CsvSeedTable implements SeedTable {
  private constructor(
    readonly name: string,
    readonly digest: string,
    /** Cells by column; the order is that of the columns. */
    private readonly columns: ReadonlyMap<string, readonly string[]>,
    readonly bytes: Uint8Array,
  ) {}

  get rowCount(): number {
    return this.columns.values().next().value?.length ?? 0;
  }

  get columnNames(): readonly string[] {
    return [...this.columns.keys()];
  }

  /** Reads the bytes of a CSV file with a header. Throws `CsvError`. */
  static read(name: string, bytes: Buffer): CsvSeedTable {
    const [header = [], ...rows] = parseCsv(decode(bytes));
    checkHeader(header);
    if (rows.length === 0) {
      throw new CsvError('There is no row below the header', 1);
    }
    const columns = new Map(header.map((column, place) => [column, rows.map((row) => row[place]!)]));
    const digest = createHash('sha256').update(bytes).digest('hex');
    return new CsvSeedTable(name, digest, columns, bytes);
  }

  /** The same table under another name, with further names for its columns; these come first. */
  alias(name: string, further: Readonly<Record<string, string>>): CsvSeedTable {
    const columns = aliasColumns(this.columnNames, further).map(
      (column) => [column, this.columns.get(further[column] ?? column) ?? []] as const,
    );
    return new CsvSeedTable(name, this.digest, new Map(columns), this.bytes);
  }

  column(name: string): readonly string[] | undefined {
    return this.columns.get(name);
  }
}

/** Column names of a file under an alias name: those of the alias, then its own, each once. */
export function aliasColumns(
  own: readonly string[],
  further: Readonly<Record<string, string>>,
): readonly string[] {
  return [...new Set([...Object.keys(further), ...own])];
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CsvError('The file is not valid UTF-8', 1);
  }
}

function checkHeader(header: readonly string[]): void {
  if (header.length === 0 || header.some((column) => column.trim() === '')) {
    throw new CsvError('A column has no name', 1);
  }
  if (new Set(header).size < header.length) {
    throw new CsvError('Two columns have the same name', 1);
  }
}

import { createHash } from 'node:crypto';

import type { SeedTable } from '../engine/index.js';
import { CsvStream } from './csv-stream.js';
import { SeedCheck } from './seeds/seed-check.js';

/** Read at once; the text of a large file would not fit into one. */
const PIECE = 4 * 1024 * 1024;

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
    const columns: string[][] = [];
    const stream = new CsvStream();
    const check = new SeedCheck();
    const take = (records: string[][]): void => {
      for (const row of check.rows(records)) {
        row.forEach((cell, place) => (columns[place] ??= []).push(cell));
      }
    };
    for (let at = 0; at < bytes.length; at += PIECE) {
      take(stream.push(bytes.subarray(at, at + PIECE)));
    }
    take(stream.end());
    const { header } = check.finish();
    const named = new Map(header.map((column, place) => [column, columns[place] ?? []]));
    return new CsvSeedTable(name, digestOf(bytes), named, bytes);
  }

  /** A file that is no CSV: nothing but its bytes. */
  static blob(name: string, bytes: Buffer): CsvSeedTable {
    return new CsvSeedTable(name, digestOf(bytes), new Map(), bytes);
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

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

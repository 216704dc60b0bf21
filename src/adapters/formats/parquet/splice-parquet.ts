import { CHUNK, FOOTER, GROUP, META, numberAt, structAt, structsAt } from './footer.js';
import { ChunkWriter } from './chunk-writer.js';
import { FormatError } from '../format-error.js';
import { open } from 'node:fs/promises';
import { rowPages } from './row-pages.js';
import { SplicedFile } from './spliced-file.js';
import { targetChunks } from './splice-plan.js';
import type { ChunkShape, WrittenChunk } from './chunk-writer.js';
import type { FileCounts, TabularMasker } from '../format-adapter.js';
import type { ParquetSession } from './parquet-session.js';
import type { Splice } from './splice-plan.js';
import type { TextRow } from './row-pages.js';
import type { ThriftStruct } from './thrift.js';

interface SpliceWork {
  readonly session: ParquetSession;
  readonly masker: TabularMasker;
  readonly progress: (rows: number) => void;
  readonly signal: AbortSignal;
}

/** Writes the masked copy of the file `from` to `to`, a new file. */
export async function spliceParquet(
  splice: Splice,
  { from, to }: { readonly from: string; readonly to: string },
  work: SpliceWork,
): Promise<FileCounts> {
  const [source, target] = [await open(from, 'r'), await open(to, 'wx')];
  try {
    const file = await SplicedFile.begin(source, target, splice.footer);
    const counts = await new SpliceRun(splice, file, work).run(from);
    await file.end();
    return counts;
  } finally {
    await source.close();
    await target.close();
  }
}

/** One masking of one file, row group by row group. */
class SpliceRun {
  private readonly groups: readonly ThriftStruct[];
  private group = 0;
  private rowsLeft = 0;
  private writers: ChunkWriter[] = [];
  private changed: boolean[] = [];
  private rows = 0;
  private rowsMasked = 0;
  private valuesMasked = 0;
  /** Positions of the columns that are read: those that masks want, then the others that they write. */
  private readonly wanted: readonly number[];
  /** Places, among the cells that are read, of those that are written. */
  private readonly olds: readonly number[];

  constructor(
    private readonly splice: Splice,
    private readonly file: SplicedFile,
    private readonly work: SpliceWork,
  ) {
    const { read, write } = work.masker;
    this.wanted = [...new Set([...read, ...write])];
    this.olds = write.map((column) => this.wanted.indexOf(column));
    this.groups = structsAt(splice.footer, FOOTER.ROW_GROUPS);
  }

  async run(path: string): Promise<FileCounts> {
    const { session, masker, progress, signal } = this.work;
    const all = this.splice.facts.columns;
    const wanted = this.wanted.map((position) => all[position]!);
    const width = masker.read.length;
    const hasMore = this.wanted.length > width;
    await this.begin();
    for await (const rows of rowPages(session, path, { all, wanted })) {
      signal.throwIfAborted();
      const cells = hasMore ? rows.map((row) => row.slice(0, width)) : rows;
      const masking = masker.mask(cells, this.rows);
      const masked = masking instanceof Promise ? await masking : masking;
      for (const [index, row] of rows.entries()) {
        this.add(row, masked[index] ?? null);
        if (this.rowsLeft === 0) {
          await this.endGroup();
        }
      }
      progress(this.rows);
    }
    if (this.group < this.groups.length || this.rows !== this.splice.facts.rows) {
      const message = `The file should have ${this.splice.facts.rows} rows, of which some cannot be read.`;
      throw new FormatError('corrupt', message);
    }
    return { rows: this.rows, rowsMasked: this.rowsMasked, valuesMasked: this.valuesMasked };
  }

  private add(row: TextRow, masked: readonly (string | null)[] | null): void {
    let changed = 0;
    for (let at = 0; at < this.olds.length; at++) {
      const old = row[this.olds[at]!] ?? null;
      const value = masked === null ? old : (masked[at] ?? null);
      if (value !== old) {
        changed++;
        this.changed[at] = true;
      }
      this.writers[at]?.push(value);
    }
    this.rows++;
    this.rowsLeft--;
    this.valuesMasked += changed;
    this.rowsMasked += Number(changed > 0);
  }

  /** Row groups without rows, which some writers make of empty tables, are passed over. */
  private async begin(): Promise<void> {
    let group = this.groups[this.group];
    while (group !== undefined && numberAt(group, GROUP.ROWS) === 0) {
      await this.file.addGroup(group, new Map());
      group = this.groups[++this.group];
    }
    this.rowsLeft = group === undefined ? 0 : (numberAt(group, GROUP.ROWS) ?? 0);
    this.writers = group === undefined ? [] : this.shapes(group).map((shape) => new ChunkWriter(shape));
    this.changed = this.writers.map(() => false);
  }

  private shapes(group: ThriftStruct): readonly ChunkShape[] {
    const chunks = targetChunks(group, this.splice.targets);
    return this.splice.targets.map(({ column, encode }, at) => {
      const codec = numberAt(structAt(chunks[at]!, CHUNK.META), META.CODEC) ?? -1;
      return {
        ...{ nullable: column.element.repetition !== 'REQUIRED', encode },
        ...{ codec: this.splice.codecs.get(codec)!, hasDictionary: column.element.type !== 'BOOLEAN' },
      };
    });
  }

  private async endGroup(): Promise<void> {
    const group = this.groups[this.group];
    if (group === undefined) {
      throw new FormatError('corrupt', 'The file has more rows than its row groups say.');
    }
    const news = new Map<number, WrittenChunk>();
    for (const [at, { leaf }] of this.splice.targets.entries()) {
      const chunk = this.writers[at]!.end();
      if (this.changed[at] === true) {
        news.set(leaf, chunk);
      }
    }
    await this.file.addGroup(group, news);
    this.group++;
    await this.begin();
  }
}

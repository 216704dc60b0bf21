import { ByteSink } from '../byte-sink.js';
import { CellRewriter } from './cell-rewriter.js';
import { readLayout, unitOf } from './delimited-layout.js';
import { RecordCopy } from './record-copy.js';
import { RecordReader } from './record-reader.js';
import { RecordScanner } from './record-scanner.js';
import { textColumn } from '../text-columns.js';
import { unitsOf } from '../unit-stream.js';
import type { DelimitedLayout } from './delimited-layout.js';
import type { DelimitedOptions } from './delimited-options.js';
import type {
  FileCounts,
  FileSource,
  MaskWork,
  TabularFormat,
  TabularMaskerMaker,
} from '../format-adapter.js';
import type { ColumnShape } from '../../../engine/index.js';
import type { Writable } from 'node:stream';

/** CSV and its relatives: only masked cells are written anew, all other bytes are copied. */
export const delimitedFormat: TabularFormat<DelimitedOptions> = {
  async columns(source, options) {
    return columnsOf(await readLayout(source, options));
  },
  async mask(source, sink, work) {
    const layout = await readLayout(source, work.options);
    return maskDelimited(layout, source, { sink, work });
  },
};

function columnsOf(layout: DelimitedLayout): readonly ColumnShape[] {
  return layout.columnNames.map((name) => textColumn(name));
}

interface Target {
  readonly sink: Writable;
  readonly work: MaskWork<DelimitedOptions, TabularMaskerMaker>;
}

async function maskDelimited(
  layout: DelimitedLayout,
  source: FileSource,
  { sink, work }: Target,
): Promise<FileCounts> {
  const { codec, delimiter, columnNames, hasHeader } = layout;
  const { quoteCharacter, nullText } = work.options;
  const masker = work.masker(columnsOf(layout));
  const rewriter = new CellRewriter(masker, { cells: layout.cells, columnNames, nullText, codec });
  const scanner = new RecordScanner(unitOf(codec, delimiter), unitOf(codec, quoteCharacter), rewriter.wanted);
  const output = new ByteSink(sink, work.signal);
  const copy = new RecordCopy({
    ...{ reader: new RecordReader(scanner, columnNames.length), rewriter, hasHeader },
    write: (units) => output.write(codec.encode(units)),
  });
  const stream = await source.open();
  let bytesRead = 0;
  const read = (bytes: number): void => void (bytesRead = bytes);
  for await (const units of unitsOf(stream, codec, {
    signal: work.signal,
    mark: (m) => output.write(m),
    read,
  })) {
    await copy.push(units);
    work.progress(rewriter.counts.rows, bytesRead);
  }
  await copy.end();
  await output.end();
  return rewriter.counts;
}

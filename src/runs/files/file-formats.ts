import type { Writable } from 'node:stream';
import {
  avroFormat,
  delimitedFormat,
  fixedWidthFormat,
  jsonFormat,
  ndjsonFormat,
  parquetFormat,
  tabularWithCompression,
  textFormat,
  xmlFormat,
} from '../../adapters/formats/index.js';
import type {
  Compression,
  FileCounts,
  FileSource,
  MaskWork,
  ObjectFormat,
  ObjectKind,
  TabularFormat,
  TabularKind,
  TabularMaskerMaker,
} from '../../adapters/formats/index.js';
import type { MaskTabularFileTask } from '../../engine/index.js';
import { columnsNamed } from './named-columns.js';

/** Documents by their kind. */
export const OBJECT_FORMATS: Readonly<Record<ObjectKind, ObjectFormat>> = {
  avro: avroFormat,
  json: jsonFormat,
  ndjson: ndjsonFormat,
  xml: xmlFormat,
  text: textFormat,
};

/** Masks one file of rows and columns by what its task says of the format. */
export type MaskTabular = (
  source: FileSource,
  sink: Writable,
  work: Omit<MaskWork<never, TabularMaskerMaker>, 'options'>,
) => Promise<FileCounts>;

type TabularBinder = (task: MaskTabularFileTask, compression: Compression | null) => MaskTabular;

/** Rows and columns by their kind. */
export const TABULAR_FORMATS: Readonly<Record<TabularKind, TabularBinder>> = {
  delimited: bindDelimited,
  fixed_width: bindFixedWidth,
  parquet: bindParquet,
};

function bindDelimited(task: MaskTabularFileTask, compression: Compression | null): MaskTabular {
  const { encoding, delimiter, quoteCharacter, nullText } = task;
  const options = { encoding, delimiter, quoteCharacter, nullText, namedColumns: columnsNamed(task) };
  return bound(delimitedFormat, options, compression);
}

/** The file itself says how it is written. */
function bindParquet(_task: MaskTabularFileTask, compression: Compression | null): MaskTabular {
  return bound(parquetFormat, null, compression);
}

/** Only tasks that describe fixed width read files so. */
function bindFixedWidth(
  { encoding, nullText, fixedWidth }: MaskTabularFileTask,
  compression: Compression | null,
): MaskTabular {
  const { columns, tooWide, lineEnding } = fixedWidth!;
  return bound(fixedWidthFormat, { encoding, nullText, columns, tooWide, lineEnding }, compression);
}

function bound<Options>(
  format: TabularFormat<Options>,
  options: Options,
  compression: Compression | null,
): MaskTabular {
  const packed = tabularWithCompression(format, compression);
  return (source, sink, work) => packed.mask(source, sink, { ...work, options });
}

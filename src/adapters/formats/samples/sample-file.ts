import { sampleDelimited } from './sample-delimited.js';
import { sampleJson, sampleNdjson } from './sample-json.js';
import { sampleParquet } from './sample-parquet.js';
import type { FileSample, SampleOptions } from './file-sample.js';
import type { FileSource } from '../format-adapter.js';

type Sampler = (source: FileSource, options: SampleOptions) => Promise<FileSample>;

/** Types of files whose fields and values can be told, by their extension. */
const SAMPLERS = {
  csv: sampleDelimited,
  json: sampleJson,
  ndjson: sampleNdjson,
  parquet: sampleParquet,
} satisfies Record<string, Sampler>;

export type SampledType = keyof typeof SAMPLERS;

/** By the extension alone, in any case; null: fields of such files are not told. */
export function sampledType(path: string): SampledType | null {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(SAMPLERS, extension) ? (extension as SampledType) : null;
}

/** Reads the beginning of a file; nothing is written. Throws `FormatError` where it cannot be read at all. */
export function sampleFile(
  type: SampledType,
  source: FileSource,
  options: SampleOptions,
): Promise<FileSample> {
  return SAMPLERS[type](source, options);
}

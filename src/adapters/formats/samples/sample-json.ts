import { FormatError } from '../format-error.js';
import { FieldCollector } from './field-collector.js';
import { readHeadText } from './head-text.js';
import { readLeaves } from './json-leaves.js';
import { wireEncoding } from './wire-encoding.js';
import type { FileSample, SampleOptions } from './file-sample.js';
import type { FileSource } from '../format-adapter.js';
import type { HeadText } from './head-text.js';

/** How much of a file is read for its values, and for names alone. */
const HEAD = { values: 16 * 1024 * 1024, names: 1024 * 1024 };
/** Lines of an NDJSON file that are read where only names are wanted. */
const NAME_LINES = 1_000;
const SPECIAL = ['"', '{', '}', '[', ']', ',', ':', '\\'];
const LINE_END = /\r\n|\n|\r/g;

/** One JSON document: every scalar by the keys that lead to it. */
export async function sampleJson(source: FileSource, options: SampleOptions): Promise<FileSample> {
  const head = await headOf(source, options);
  const fields = new FieldCollector(options.values);
  const text = textOf(head, head.text);
  const problem = problemOf(() =>
    readLeaves(
      text,
      { isCutOff: head.isCutOff, place: (index) => placeIn(text, index) },
      (path, value, type) => fields.add([...path], value, type),
    ),
  );
  return sampled(head, fields, problem);
}

/** One JSON document a line. */
export async function sampleNdjson(source: FileSource, options: SampleOptions): Promise<FileSample> {
  const head = await headOf(source, options);
  const fields = new FieldCollector(options.values);
  const lines = head.text.split('\n');
  if (head.isCutOff && lines.length > 1) {
    lines.pop();
  }
  let documents = 0;
  let problem: string | null = null;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') {
      continue;
    }
    if (problem !== null || documents++ >= (options.values === 0 ? NAME_LINES : options.values)) {
      break;
    }
    options.signal.throwIfAborted();
    const text = textOf(head, line);
    const isCutOff = head.isCutOff && lines.length === 1;
    const place = (at: number): string => `Line ${index + 1}, character ${at + 1}`;
    problem = problemOf(() =>
      readLeaves(text, { isCutOff, place }, (path, value, type) => fields.add([...path], value, type)),
    );
  }
  return sampled(head, fields, problem);
}

function headOf(source: FileSource, { values }: SampleOptions): Promise<HeadText> {
  return readHeadText(source, values === 0 ? HEAD.names : HEAD.values, SPECIAL);
}

function textOf({ codec, isCutOff }: HeadText, units: string): string {
  const text = codec.toText(units) ?? (isCutOff ? codec.toText(withoutHalf(units)) : null);
  if (text === null) {
    throw new FormatError('bad_encoding', `Not all of it is valid ${codec.encoding.name}.`);
  }
  return text;
}

/** A character may be cut in two at the end of what was read. */
function withoutHalf(units: string): string {
  return units.replace(/[\u0080-\u00ff]{1,4}$/, '');
}

function sampled(head: HeadText, fields: FieldCollector, problem: string | null): FileSample {
  return {
    delimiter: null,
    encoding: wireEncoding(head.codec.encoding.name),
    fields: fields.result(),
    problem: problem ?? fields.problem,
  };
}

function problemOf(read: () => void): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof FormatError) {
      return error.message;
    }
    throw error;
  }
}

function placeIn(text: string, index: number): string {
  const before = text.slice(0, index);
  const lines = before.match(LINE_END)?.length ?? 0;
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
  return `Line ${lines + 1}, character ${index - start}`;
}

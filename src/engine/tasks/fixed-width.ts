import { readTextList, readWord } from './task-values.js';
import type { FixedWidth } from '../ruleset/nodes.js';
import type { MapReader } from '../ruleset/map-reader.js';
import type { YamlNode } from '../ruleset/yaml-tree.js';

const KEYS = [
  'fixed_width_extension',
  'fixed_width_columns_indexes',
  'fixed_width_column_names',
  'fixed_width_too_wide_action',
  'fixed_width_line_ending',
];
const LINE_ENDINGS = ['\n', '\r\n', '\r'];
const LONGEST_LINE = 1_000_000_000;

type Border = Omit<FixedWidth['columns'][number], 'name'>;

/** How files of fixed width are cut into columns; null: none are read so, or there is a problem. */
export function readFixedWidth(reader: MapReader): FixedWidth | null {
  if (KEYS.every((key) => reader.entry(key) === undefined)) {
    return null;
  }
  const extension = reader.requiredText('fixed_width_extension');
  const borders = readBorders(reader);
  const names = readTextList(reader, 'fixed_width_column_names');
  const tooWide = readWord(reader, 'fixed_width_too_wide_action', ['truncate', 'error'], 'truncate');
  const lineEnding = readLineEnding(reader);
  if (names.length > 0 && borders !== null && names.length !== borders.length) {
    const message = 'There must be as many names as columns.';
    reader.problems.error('bad_value', message, reader.placeOf('fixed_width_column_names'));
  }
  if (extension === null || borders === null) {
    return null;
  }
  const columns = borders.map((border, index) => ({ name: names[index] ?? String(index), ...border }));
  return { extension: extension.replace(/^\./, ''), columns, tooWide, lineEnding };
}

function readBorders(reader: MapReader): readonly Border[] | null {
  const key = 'fixed_width_columns_indexes';
  const node = reader.value(key);
  if (node === undefined) {
    reader.missing(key);
    return null;
  }
  const borders = node.kind === 'list' ? node.items.map(borderOf) : [];
  const known = borders.filter((border) => border !== null);
  if (borders.length === 0 || known.length !== borders.length) {
    const message = `"${key}" must be a list of [start, end] with 0 <= start < end.`;
    reader.problems.error('bad_value', message, reader.placeOf(key));
    return null;
  }
  if (overlap(known)) {
    reader.problems.error('bad_value', 'Two columns overlap.', reader.placeOf(key));
    return null;
  }
  return known;
}

function borderOf(node: YamlNode): Border | null {
  const [start, end, ...more] = node.kind === 'list' ? node.items.map(indexOf) : [];
  const isRange = start !== undefined && end !== undefined && start >= 0 && start < end;
  return isRange && more.length === 0 ? { start, end } : null;
}

function indexOf(node: YamlNode): number {
  const value = node.kind === 'scalar' && typeof node.value === 'bigint' ? Number(node.value) : -1;
  return value <= LONGEST_LINE ? value : -1;
}

function overlap(borders: readonly Border[]): boolean {
  const sorted = [...borders].sort((a, b) => a.start - b.start);
  return sorted.some((border, index) => index > 0 && border.start < sorted[index - 1]!.end);
}

function readLineEnding(reader: MapReader): string | null {
  const lineEnding = reader.optionalText('fixed_width_line_ending');
  if (lineEnding !== null && !LINE_ENDINGS.includes(lineEnding)) {
    const message = String.raw`"fixed_width_line_ending" must be "\n", "\r\n" or "\r".`;
    reader.problems.error('bad_value', message, reader.placeOf('fixed_width_line_ending'));
  }
  return lineEnding;
}

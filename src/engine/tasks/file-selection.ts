import { readMapItems } from './map-items.js';
import { readPattern } from './patterns.js';
import { readWord, readWorkers } from './task-values.js';
import type { FileFilter, FileSelection } from '../ruleset/nodes.js';
import type { MapReader } from '../ruleset/map-reader.js';

/** Encodings by the names of the WHATWG standard and of Python; `auto` is an extension. */
const ENCODING = /^[A-Za-z0-9][A-Za-z0-9_:.-]{0,39}$/;

/** Which files a task takes and how they are read: the same for all file tasks. */
export function readFileSelection(reader: MapReader): FileSelection {
  const encoding = reader.optionalText('encoding') ?? 'utf-8';
  if (!ENCODING.test(encoding)) {
    const message = '"encoding" must be the name of an encoding, such as utf-8 or latin-1.';
    reader.problems.error('bad_value', message, reader.placeOf('encoding'));
  }
  return {
    recurse: reader.boolean('recurse', false),
    include: readMapItems(reader, 'include', readFilter),
    skip: readMapItems(reader, 'skip', readFilter),
    encoding,
    workers: readWorkers(reader),
  };
}

function readFilter(item: MapReader): FileFilter | null {
  const pattern = readPattern(item, ['glob', 'regex']);
  const matchAgainst = readWord(item, 'match_against', ['path', 'filename'], 'path');
  return pattern === null ? null : { ...pattern, matchAgainst };
}

import { createReadStream } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compileTabularMask, deriveRunKey, readRuleset } from '../../src/engine/index.js';
import type { FileSource, MaskWork, TabularMaskerMaker } from '../../src/adapters/formats/index.js';

const RULESET = `version: "1.0"
tasks:
  - type: mask_tabular_file
    hash_columns: [id]
    rules:
      - {column: name, masks: [{type: imitate}]}
      - {column: phone, masks: [{type: imitate}]}
`;

/** What a run hands to a format, with the real engine behind it. */
export function ourWork<Options>(options: Options, to: string): MaskWork<Options, TabularMaskerMaker> {
  return {
    ...{ options, masker: ourMasker, progress: () => undefined, signal: new AbortController().signal },
    scratch: () => mkdtemp(join(dirname(to), 'scratch-')),
  };
}

const ourMasker: TabularMaskerMaker = (columns) => {
  const { ruleset } = readRuleset(RULESET, { target: 'file' });
  const task = ruleset?.tasks[0];
  const context = {
    ...{ runKey: deriveRunKey('a secret for benchmarks', null), repeatable: true, nowMs: 0 },
    seedFiles: new Map<string, never>(),
  };
  const mask =
    task?.kind === 'mask_tabular_file'
      ? compileTabularMask(task, { path: 'people', columns }, context).mask
      : null;
  if (mask === null) {
    throw new Error('The benchmark’s own ruleset does not compile');
  }
  return { ...mask, mask: (rows, first) => rows.map((cells, index) => mask.maskRow(cells, first + index)) };
};

export async function localSource(path: string): Promise<FileSource> {
  return {
    ...{ path, size: (await stat(path)).size, local: () => Promise.resolve(path) },
    open: (range) =>
      Promise.resolve(createReadStream(path, range && { start: range.start, end: range.end - 1 })),
  };
}

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { dirname, join } from 'node:path';
import { mkdtemp } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { compileFileMask, deriveRunKey, readRuleset } from '../../src/engine/index.js';
import { jsonFormat, ndjsonFormat } from '../../src/adapters/formats/index.js';
import { localSource } from './our-masker.js';
import streamArray from 'stream-json/streamers/stream-array.js';
import type { FileWay } from './file-way.js';
import type { ObjectFormat, RecordMasker } from '../../src/adapters/formats/index.js';

interface Person {
  name: string;
  contact: { phone: string };
}

/** Ours first. */
export const NDJSON_WAYS: Readonly<Record<string, FileWay>> = {
  'ours: two paths imitated, hashed': (from, to) => ours(ndjsonFormat, [], { from, to }),
  'split + JSON.parse + JSON.stringify': async (from, to) => {
    const out = createWriteStream(to);
    for await (const line of createInterface({ input: createReadStream(from) })) {
      const person = JSON.parse(line) as Person;
      person.name = 'masked';
      person.contact.phone = 'masked';
      if (!out.write(`${JSON.stringify(person)}\n`)) {
        await once(out, 'drain');
      }
    }
    out.end();
    await finished(out);
  },
};

/** Ours first. */
export const JSON_WAYS: Readonly<Record<string, FileWay>> = {
  'ours: two paths imitated, hashed': (from, to) => ours(jsonFormat, ['*'], { from, to }),
  'stream-json: reading alone': async (from) => {
    const items = createReadStream(from).pipe(streamArray.withParserAsStream());
    items.resume();
    await finished(items);
  },
};

async function ours(
  format: ObjectFormat,
  prefix: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await format.mask(await localSource(from), createWriteStream(to), objectWork(prefix, to));
}

/** Masks two paths below `prefix`; beside `to` is room for temporary files. */
export function objectWork(prefix: readonly string[], to: string): Parameters<ObjectFormat['mask']>[2] {
  return {
    ...{ options: { encoding: 'utf-8' }, masker: masker(prefix) },
    ...{ progress: () => undefined, signal: new AbortController().signal },
    scratch: () => mkdtemp(join(dirname(to), 'scratch-')),
  };
}

/** Hashed by the number beside the name. */
function masker(prefix: readonly string[]): RecordMasker {
  const transform = (steps: readonly string[]): string => {
    const path = JSON.stringify([...prefix, ...steps]);
    const source = JSON.stringify([...prefix, 'id']);
    return `{path: ${path}, hash_sources: [{json_path: ${source}}], masks: [{type: imitate}]}`;
  };
  const transforms = [['name'], ['contact', 'phone']].map(transform).join(', ');
  const { ruleset } = readRuleset(
    `version: "1.0"\ntasks: [{type: mask_file, rules: [{masks: [{type: json, transforms: [${transforms}]}]}]}]`,
    { target: 'file' },
  );
  const task = ruleset?.tasks[0];
  const context = {
    ...{ runKey: deriveRunKey('a secret for benchmarks', null), repeatable: true, nowMs: 0 },
    seedFiles: new Map<string, never>(),
  };
  const mask = task?.kind === 'mask_file' ? compileFileMask(task, 'json', context).mask : null;
  if (mask === null) {
    throw new Error('The benchmark’s own ruleset does not compile');
  }
  return mask.forFile('people');
}

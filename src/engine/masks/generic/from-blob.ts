import { castToString } from '../casts/to-string.js';
import { defineMask } from '../mask-definition.js';
import { required } from '../parameters.js';
import { seedFile } from '../seed-parameters.js';
import type { MaskCompileContext } from '../mask-definition.js';

const MEBIBYTE = 1024 * 1024;
const LARGEST = 16 * MEBIBYTE;

export const fromBlob = defineMask({
  name: 'from_blob',
  family: 'generic',
  role: 'source',
  summary: 'Replaces every value by the whole content of a file.',
  accepts: 'all',
  gives: 'bytes in a binary column, text elsewhere',
  traits: { ignoresValue: true, notInFlight: true },
  parameters: {
    seed_file: required(seedFile('Name of the file.')),
  },
  example: 'type: from_blob\nseed_file: DataMasque_firstNames_mixed.csv',
  choices: [
    'A column that is not binary gets the file as UTF-8 text; a file that is none is an error of the ruleset.',
    `Files of more than ${LARGEST / MEBIBYTE} MiB are refused.`,
  ],
  compile({ seed_file: name }, context) {
    const content = contentOf(name, context);
    return content === null ? (value) => value : () => content;
  },
});

/** Null after a problem. */
function contentOf(name: string, context: MaskCompileContext): Uint8Array | string | null {
  const file = context.seedFile(name);
  if (file === null) {
    return null;
  }
  const { bytes } = file;
  if (bytes === undefined) {
    context.error('no_content', `The content of the seed file "${name}" is not at hand.`);
    return null;
  }
  if (bytes.length > LARGEST) {
    context.error('too_large', `The seed file "${name}" is larger than ${LARGEST / MEBIBYTE} MiB.`);
    return null;
  }
  if (context.column.kind === 'bytes') {
    return bytes;
  }
  const text = castToString(bytes, null);
  if (text === undefined) {
    const message = `The seed file "${name}" is no UTF-8 text, which a ${context.column.kind} column needs.`;
    context.error('not_text', message);
    return null;
  }
  return text;
}

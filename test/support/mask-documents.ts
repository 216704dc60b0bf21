import { bytesSource, maskBytes } from './mask-bytes.js';
import { compileFileMask, deriveRunKey, readRuleset } from '../../src/engine/index.js';
import type { DocumentContent, DocumentMask } from '../../src/engine/index.js';
import type { FileCounts, ObjectFormat } from '../../src/adapters/formats/index.js';

/** The masks of a `mask_file` task with these rules, written as YAML in one line. */
export function compileDocuments(
  rules: string,
  content: DocumentContent,
  { path = 'a/file', more = '' }: { readonly path?: string; readonly more?: string } = {},
): DocumentMask {
  const text = `version: "1.0"\n${more}tasks: [{type: mask_file, rules: ${rules}}]\n`;
  const { ruleset, problems } = readRuleset(text, { target: 'file' });
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_file') {
    throw new Error(JSON.stringify(problems));
  }
  const context = { runKey: deriveRunKey('a secret of documents', null), repeatable: true, nowMs: 0 };
  const { mask, problems: found } = compileFileMask(task, content, { ...context, seedFiles: new Map() });
  if (mask === null) {
    throw new Error(JSON.stringify(found));
  }
  return mask.forFile(path);
}

/** A rule that gives the value at each path of JSON what `masks` make of it. */
export function jsonRule(paths: readonly (readonly (string | number)[])[], masks = FIXED): string {
  const transforms = paths.map(
    (path) => `{path: ${JSON.stringify(path)}, on_missing: skip, on_null: mask, masks: [${masks}]}`,
  );
  return `[{masks: [{type: json, transforms: [${transforms.join(', ')}]}]}]`;
}
const FIXED = '{type: from_fixed, value: gone}';

interface Given {
  readonly encoding?: string;
  readonly pieceLength?: number;
}

/** What becomes of a file in memory. */
export function maskDocuments(
  format: ObjectFormat,
  bytes: Buffer | string,
  rules: string,
  { encoding = 'utf-8', pieceLength = 64 * 1024 }: Given = {},
): Promise<{ readonly bytes: Buffer; readonly counts: FileCounts }> {
  const source = bytesSource(Buffer.from(bytes), pieceLength, 'a/file');
  const masker = compileDocuments(rules, format.content);
  return maskBytes(format, source, { options: { encoding }, masker });
}

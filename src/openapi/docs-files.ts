import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DOCS_SCRIPT } from './docs-page.js';

/** A file of the documentation page. */
export interface DocsFile {
  readonly type: string;
  readonly content: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
  'start.js': 'text/javascript; charset=utf-8',
};

/** The file of that name; null: the page has no such file. `root`: the folder that holds package.json. */
export async function readDocsFile(root: string, name: string): Promise<DocsFile | null> {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (type === undefined) {
    return null;
  }
  if (name === 'start.js') {
    return { type, content: Buffer.from(DOCS_SCRIPT) };
  }
  const resolve = createRequire(join(root, 'package.json'));
  return { type, content: await readFile(resolve.resolve(`swagger-ui-dist/${name}`)) };
}

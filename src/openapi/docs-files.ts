import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DOCS_SCRIPT } from './docs-page.js';
import { REDOC_SCRIPT } from './redoc-page.js';

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

/** The same of the page for reading. */
export async function readRedocFile(root: string, name: string): Promise<DocsFile | null> {
  const type = 'text/javascript; charset=utf-8';
  switch (name) {
    case 'start.js':
      return { type, content: Buffer.from(REDOC_SCRIPT) };
    case 'redoc.standalone.js':
      return { type, content: await readFile(join(packageFolder(root, 'redoc'), 'bundles', name)) };
    default:
      return null;
  }
}

/** Of a package that does not let its files be resolved by name. */
function packageFolder(root: string, name: string): string {
  return dirname(createRequire(join(root, 'package.json')).resolve(`${name}/package.json`));
}

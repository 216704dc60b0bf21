export type * from './format-adapter.js';
export type { DelimitedOptions } from './delimited/delimited-options.js';
export { delimitedFormat } from './delimited/delimited-format.js';
export { fileKind } from './file-kind.js';
export type { Compression, FileKind, ObjectKind, TabularKind } from './file-kind.js';
export { FormatError } from './format-error.js';
export type { FormatFault } from './format-error.js';
export { isEncoding } from './text-encoding.js';

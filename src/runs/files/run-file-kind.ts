import { fileKind } from '../../adapters/formats/index.js';
import type { FileKind, ObjectKind, TabularKind } from '../../adapters/formats/index.js';
import type { MaskFileTask, MaskTabularFileTask } from '../../engine/index.js';

export type FileTask = MaskFileTask | MaskTabularFileTask;

/** How a task reads a file; null: not at all, for the reason. */
export type ReadableKind =
  | { readonly kind: TabularKind | ObjectKind; readonly compression: FileKind['compression'] }
  /** `isForOther`: a task of the other kind reads such files. */
  | { readonly kind: null; readonly reason: string; readonly isForOther: boolean };

const TABULAR: ReadonlySet<string> = new Set<TabularKind>(['delimited', 'fixed_width', 'parquet']);
/** What can be read by now. */
const READABLE: ReadonlySet<string> = new Set<TabularKind | ObjectKind>(['delimited']);

/** The type of a file goes by its extension; a task that names a delimiter reads any text as delimited. */
export function readableKind(task: FileTask, path: string): ReadableKind {
  const { kind, compression } = kindFor(task, path);
  const isTabularTask = task.kind === 'mask_tabular_file';
  if (kind === null) {
    return { kind, isForOther: false, reason: 'The extension belongs to no known type of file' };
  }
  if (TABULAR.has(kind) !== isTabularTask) {
    const other = isTabularTask ? 'mask_file' : 'mask_tabular_file';
    return { kind: null, isForOther: true, reason: `Files of the type ${kind} are masked by ${other}` };
  }
  if (!READABLE.has(kind) || compression !== null) {
    const reason = `Files of the type ${typeName(kind, compression)} are not supported yet`;
    return { kind: null, isForOther: false, reason };
  }
  return { kind, compression };
}

function kindFor(task: FileTask, path: string): FileKind {
  if (task.kind === 'mask_file') {
    return fileKind(path);
  }
  const found = fileKind(path, task.fixedWidth?.extension ?? null);
  const isAnyText = found.kind === null || found.kind === 'text';
  return task.delimiter !== null && isAnyText ? { ...found, kind: 'delimited' } : found;
}

/** As reports show it. */
export function typeName(kind: string | null, compression: FileKind['compression']): string {
  return compression === null ? (kind ?? '') : `${kind ?? ''}.${compression}`;
}

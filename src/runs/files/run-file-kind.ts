import { fileKind } from '../../adapters/formats/index.js';
import type {
  Compression,
  FileKind,
  ObjectFormat,
  ObjectKind,
  TabularKind,
} from '../../adapters/formats/index.js';
import type { MaskFileTask, MaskTabularFileTask } from '../../engine/index.js';
import { OBJECT_FORMATS, TABULAR_FORMATS } from './file-formats.js';
import type { MaskTabular } from './file-formats.js';

export type FileTask = MaskFileTask | MaskTabularFileTask;

/** How a task reads a file. */
export type FileReader =
  | { readonly by: 'rows'; readonly type: string; bind(task: MaskTabularFileTask): MaskTabular }
  | {
      readonly by: 'documents';
      readonly type: string;
      readonly format: ObjectFormat;
      readonly compression: Compression | null;
    }
  /** Not at all. `isForOther`: a task of the other kind does. */
  | { readonly by: null; readonly type: string; readonly reason: string; readonly isForOther: boolean };

/** Said of a file that a task of the other kind masks. */
export const FOR_OTHER = 'Files of the type $type are masked by $task';

const TABULAR: ReadonlySet<string> = new Set<TabularKind>(['delimited', 'fixed_width', 'parquet']);

/** The type of a file goes by its extension; a task that names a delimiter reads any text as delimited. */
export function fileReader(task: FileTask, path: string): FileReader {
  const { kind, compression } = kindFor(task, path);
  const type = `${kind ?? ''}${kind === null || compression === null ? '' : `.${compression}`}`;
  if (kind === null) {
    return unread(type, 'The extension belongs to no known type of file');
  }
  const isTabular = isTabularKind(kind);
  if (isTabular !== (task.kind === 'mask_tabular_file')) {
    const other = isTabular ? 'mask_tabular_file' : 'mask_file';
    const reason = FOR_OTHER.replace('$type', kind).replace('$task', other);
    return { ...unread(type, reason), isForOther: true };
  }
  return isTabular
    ? { by: 'rows', type, bind: (asked) => TABULAR_FORMATS[kind](asked, compression) }
    : { by: 'documents', type, format: OBJECT_FORMATS[kind], compression };
}

function unread(type: string, reason: string): Extract<FileReader, { by: null }> {
  return { by: null, type, reason, isForOther: false };
}

function isTabularKind(kind: TabularKind | ObjectKind): kind is TabularKind {
  return TABULAR.has(kind);
}

function kindFor(task: FileTask, path: string): FileKind {
  if (task.kind === 'mask_file') {
    return fileKind(path);
  }
  const found = fileKind(path, task.fixedWidth?.extension ?? null);
  const isAnyText = found.kind === null || found.kind === 'text';
  return task.delimiter !== null && isAnyText ? { ...found, kind: 'delimited' } : found;
}

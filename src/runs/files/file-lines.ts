import { debug, failure, info, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import type { RunOptions } from '../run-options.js';
import type { MaskedCounts } from './masked-counts.js';

/** In tasks with more files than this, those that went well are only counted: the run report has each. */
const FEW_FILES = 100;

/** Names of files may hold anything; one line stays one line. */
export function fileName(path: string): string {
  return JSON.stringify(path);
}

export function fileFailed(
  title: string,
  path: string,
  { code, message }: { readonly code: string; readonly message: string },
): LogLine {
  return failure(`${title}: ${fileName(path)} failed and was not written: ${message} [${code}]`);
}

/** None: nothing is said. */
export function fileFinished(
  task: { readonly title: string; readonly filesTotal: number | null },
  path: string,
  { counts, options }: { readonly counts: MaskedCounts; readonly options: RunOptions },
): readonly LogLine[] {
  const { rows, rowsMasked, valuesMasked, cutColumns = [], warnings = [] } = counts;
  const cut = cutColumns.map(({ name, width }) =>
    warning(
      'truncated',
      `${task.title}: ${fileName(path)}: masked texts of column "${name}" were cut to the ${width} characters that it holds`,
    ),
  );
  const warned = warnings.map(({ code, message }) =>
    warning(code, `${task.title}: ${fileName(path)}: ${message}`),
  );
  const done = options.dryRun ? 'would be written' : 'written';
  const text =
    `${task.title}: ${fileName(path)} ${done}, ${rows} rows read, ` +
    `${rowsMasked} rows and ${valuesMasked} values masked`;
  if ((task.filesTotal ?? 0) <= FEW_FILES) {
    return [info(text), ...cut, ...warned];
  }
  return [...(options.diagnosticLogging ? [debug(text)] : []), ...cut, ...warned];
}

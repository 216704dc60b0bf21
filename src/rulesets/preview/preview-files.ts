import { compileFileMask, compileTabularMask } from '../../engine/index.js';
import type {
  CompiledTabularMask,
  DealtValue,
  DocumentContent,
  DocumentMask,
  MaskFileTask,
  MaskingContext,
  MaskTabularFileTask,
  Problem,
  RowText,
} from '../../engine/index.js';
import { verdictOf } from '../validation-status.js';
import { dealOut } from './deal-out.js';
import { rowOrError } from './preview-rows.js';
import type { RowPreview, TaskPreview } from './preview.js';
import { sampleFile } from './sample-table.js';
import type { SampleRecord } from './sample-table.js';

/** Where files lie that are made up for a preview: rules may hash by it. */
const PATH = 'preview';
const DOCUMENT = 'document';
const NO_KEY = {};

/** What takes the place of files. */
export interface FileSamples {
  /** Rows of one tabular file, or JSON documents. */
  readonly records: readonly SampleRecord[];
  /** Whole files. */
  readonly documents: readonly string[];
}

/** Shows what a task makes of made-up files, whatever files it chooses. */
export function previewFiles(
  task: MaskFileTask | MaskTabularFileTask,
  samples: FileSamples,
  context: MaskingContext,
): TaskPreview {
  return task.kind === 'mask_file'
    ? previewDocuments(task, samples, context)
    : previewTabular(task, samples.records, context);
}

function previewTabular(
  task: MaskTabularFileTask,
  records: readonly SampleRecord[],
  context: MaskingContext,
): TaskPreview {
  if (records.length === 0) {
    return taskPreview(task.path, [], []);
  }
  const file = sampleFile(records);
  const { columns } = file;
  const { mask, problems } = compileTabularMask(task, { path: PATH, columns }, context);
  if (mask === null) {
    return taskPreview(task.path, problems, []);
  }
  const names = (places: readonly number[]): readonly string[] => places.map((place) => columns[place]!.name);
  const written = names(mask.write);
  const originals = file.rows(written);
  const read = file.rows(names(mask.read));
  const dealt = dealtValues(mask, read);
  const shown = read.map((cells, position) =>
    rowOrError(NO_KEY, () => {
      const masked = mask.maskRow(cells, position, dealt[position]);
      const after = masked ?? originals[position]!;
      return {
        masked: masked !== null,
        columns: written.map((column, index) => ({
          ...{ column, before: originals[position]![index] ?? null, after: after[index] ?? null },
        })),
      };
    }),
  );
  return taskPreview(task.path, problems, shown);
}

/** For each row what it is dealt. */
function dealtValues({ shuffles }: CompiledTabularMask, rows: readonly RowText[]): readonly DealtValue[][] {
  const dealt = rows.map((): DealtValue[] => []);
  for (const shuffle of shuffles) {
    const own = rows.map((cells) => cells[shuffle.cell] ?? null);
    dealOut(own, (row) => shuffle.pool(rows[row]!, row)).forEach((value, row) => {
      if (value !== undefined) {
        dealt[row]!.push({ shuffle, value });
      }
    });
  }
  return dealt;
}

function previewDocuments(
  task: MaskFileTask,
  { records, documents }: FileSamples,
  context: MaskingContext,
): TaskPreview {
  const texts = [...records.map((record) => JSON.stringify(record)), ...documents];
  const contents = texts.map(contentOf);
  const compiled = new Map(
    [...new Set(contents)].map((content) => [content, compileFileMask(task, content, context)]),
  );
  const masks = new Map([...compiled].map(([content, { mask }]) => [content, mask?.forFile(PATH) ?? null]));
  const rows = texts.flatMap((text, position) => {
    const mask = masks.get(contents[position]!) ?? null;
    return mask === null ? [] : previewDocument(mask, text.trim(), position);
  });
  // What is wrong with a rule is told by each kind of document, but once is enough.
  const problems = [...compiled.values()].flatMap((result) => result.problems);
  const told = new Map(problems.map((problem) => [`${problem.code} ${problem.path}`, problem]));
  return taskPreview(task.path, [...told.values()], rows);
}

function previewDocument(mask: DocumentMask, text: string, position: number): RowPreview {
  return rowOrError(NO_KEY, () => {
    const after = mask.mask(text, position);
    return { masked: after !== null, columns: [{ column: DOCUMENT, before: text, after: after ?? text }] };
  });
}

/** Runs tell it by the name of the file. Numbers and quoted words alone are rather letters. */
function contentOf(text: string): DocumentContent {
  return /^\s*[[{]/.test(text) && isJson(text) ? 'json' : 'text';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function taskPreview(path: string, problems: readonly Problem[], rows: readonly RowPreview[]): TaskPreview {
  return { path, table: null, findings: verdictOf(problems), rows };
}

import { fieldRecipe } from './field-recipe.js';
import { jsonRule } from './json-rule.js';
import { columnRules } from './tabular-rules.js';
import type { FileGenerationRequest, FieldLocator, FoundFile } from './file-input.js';
import type { LeftOut } from './generation-input.js';
import type { WrittenTask } from './write-ruleset.js';

/** Types of files by the task that masks them. */
const TASKS: ReadonlyMap<string, 'mask_tabular_file' | 'mask_file'> = new Map([
  ['csv', 'mask_tabular_file'],
  ['parquet', 'mask_tabular_file'],
  ['json', 'mask_file'],
  ['ndjson', 'mask_file'],
]);

/**
 * Chooses masks for selected places in files. A group gives a task for each type, delimiter and encoding of its files; the
 * tasks name their files, so that no other file is touched.
 */
export function generateFileRuleset(request: FileGenerationRequest): {
  readonly tasks: readonly WrittenTask[];
  readonly leftOut: readonly LeftOut[];
} {
  const leftOut: LeftOut[] = [];
  const found = new Map(request.found.map((file) => [file.path, file]));
  const tasks = request.groups.flatMap(({ files, locators }) => {
    const known = files.flatMap((path) => {
      const file = found.get(path);
      const isKnown = file !== undefined && TASKS.has(file.fileType);
      if (!isKnown) {
        const reason =
          file === undefined
            ? 'discovery has not seen it'
            : `files of the type ${file.fileType} get no rules`;
        leftOut.push({ schema: '', table: path, column: '', reason, masked: false });
      }
      return isKnown ? [file] : [];
    });
    return alike(known).map((some) => taskFor(some, locators, request));
  });
  return { tasks, leftOut };
}

/** Files that one task can read. */
function alike(files: readonly FoundFile[]): readonly (readonly FoundFile[])[] {
  const groups = new Map<string, FoundFile[]>();
  for (const file of files) {
    const id = JSON.stringify([file.fileType, file.delimiter, file.encoding]);
    groups.set(id, [...(groups.get(id) ?? []), file]);
  }
  return [...groups.values()];
}

function taskFor(
  files: readonly FoundFile[],
  locators: readonly FieldLocator[],
  request: FileGenerationRequest,
): WrittenTask {
  const { fileType, delimiter, encoding } = files[0]!;
  const type = TASKS.get(fileType)!;
  const fields = unique(locators).map((locator) => ({
    locator,
    ...fieldRecipe(locator, files, request),
  }));
  const isTabular = type === 'mask_tabular_file';
  return {
    ...{ schema: '', table: files[0]!.path },
    title: `${fileType}: ${files.length} ${files.length === 1 ? 'file' : 'files'}`,
    task: {
      type,
      ...(files.some(({ path }) => path.includes('/')) ? { recurse: true } : {}),
      include: files.map(({ path }) => filterFor(path)),
      ...(encoding === null ? {} : { encoding }),
      ...(isTabular && delimiter !== null ? { delimiter } : {}),
    },
    rules: isTabular ? columnRules(fields) : [jsonRule(fields)],
  };
}

function unique(locators: readonly FieldLocator[]): readonly FieldLocator[] {
  return [...new Map(locators.map((locator) => [JSON.stringify(locator), locator])).values()];
}

/** The file and no other: a name alone as a glob would mean files of that name in any folder. */
function filterFor(path: string): Readonly<Record<string, string>> {
  return /^[A-Za-z0-9_./ -]+\/[A-Za-z0-9_. -]+$/.test(path)
    ? { glob: path }
    : { regex: `^${path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$` };
}

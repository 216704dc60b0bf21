import { describeNode } from './yaml-tree.js';
import { libraryNameFault, splitLibraryName } from './reference-text.js';
import { MAX_RULESET_LENGTH } from './source-text.js';
import { quoted } from './near-miss.js';
import type { LibrarySource } from '../ports/library-source.js';
import type { LibraryTrees } from './expand-references.js';
import type { MapReader } from './map-reader.js';
import type { Place, ProblemList } from './problem-list.js';
import type { YamlMap, YamlNode } from './yaml-tree.js';

const MAX_IMPORTS = 200;

/** Reads the text of a library by itself: its tree (null: it is none at all), and what is wrong with it. */
export type LibraryReader = (
  text: string,
  library: string | null,
) => { readonly tree: YamlMap | null; readonly problems: ProblemList };

/** The libraries that a text imports, read and checked. */
export class LibrarySet implements LibraryTrees {
  private readonly trees = new Map<string, YamlMap | null>();
  private length = 0;

  constructor(
    private readonly source: LibrarySource,
    private readonly read: LibraryReader,
    private readonly problems: ProblemList,
  ) {}

  tree(library: string): YamlMap | null | 'unknown' {
    const tree = this.trees.get(library);
    return tree === undefined ? 'unknown' : tree;
  }

  add(library: string, place: Place): void {
    if (this.trees.has(library)) {
      const message = `The library ${quoted(library)} is imported twice.`;
      this.problems.warning('duplicate_import', message, place);
      return;
    }
    this.trees.set(library, this.load(library, place));
  }

  private load(library: string, place: Place): YamlMap | null {
    const { namespace, name } = splitLibraryName(library);
    const text = this.source.text(namespace, name);
    if (text === undefined) {
      const message = `There is no library ${quoted(library)}.`;
      this.problems.error('library_missing', message, place);
      return null;
    }
    this.length += text.length;
    if (this.length > MAX_RULESET_LENGTH) {
      const message = `The imported libraries have more than ${MAX_RULESET_LENGTH} characters together.`;
      this.problems.error('expansion_too_large', message, place);
      return null;
    }
    const { tree, problems } = this.read(text, library);
    const first = problems.firstError;
    if (first !== null) {
      const { line, column } = first.at;
      const message = `The library "${library}" is not valid: line ${line}, column ${column}: ${first.message}`;
      this.problems.error('library_invalid', message, place);
    }
    return first === null ? tree : null;
  }
}

/** The names under `imports`, in order, with their places. */
export function readImports(
  reader: MapReader,
): readonly { readonly library: string; readonly place: Place }[] {
  const node = reader.value('imports');
  if (node === undefined) {
    return [];
  }
  if (node.kind !== 'list' || node.items.length > MAX_IMPORTS) {
    const message = `"imports" must be a list of at most ${MAX_IMPORTS} names of libraries.`;
    reader.problems.error('bad_import', message, reader.placeOf('imports'));
    return [];
  }
  return node.items.flatMap((item, index) => {
    const place = { path: `${reader.pathOf('imports')}[${index}]`, at: item.at };
    const problem = importFault(item);
    if (problem !== null) {
      reader.problems.error('bad_import', problem, place);
      return [];
    }
    return item.kind === 'scalar' ? [{ library: item.text, place }] : [];
  });
}

function importFault(item: YamlNode): string | null {
  if (item.kind !== 'scalar' || typeof item.value !== 'string') {
    return `An import is the name of a library, such as namespace/name, not ${describeNode(item)}.`;
  }
  const fault = libraryNameFault(item.value);
  return fault === null ? null : `${quoted(item.value)} is no name of a library: ${fault}.`;
}

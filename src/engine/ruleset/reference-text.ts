import { quoted } from './near-miss.js';
import type { ExpansionCode } from './library-problems.js';

/** A reference, taken apart: the library (null: the one that the reference stands in) and the way into it. */
export interface Reference {
  readonly library: string | null;
  readonly steps: readonly string[];
}

export interface ReferenceFault {
  readonly code: ExpansionCode;
  readonly message: string;
}

/** Reads the text of a `$ref`: `namespace/name#section/key`, inside a library `#section/key`. */
export function parseReference(text: string, inLibrary: boolean): Reference | ReferenceFault {
  const parts = text.split('#');
  const [library = '', path = ''] = parts;
  if (parts.length !== 2) {
    return fault('bad_ref_hash', `The reference ${quoted(text)} must have exactly one "#".`);
  }
  const problem = inLibrary ? libraryFault(library) : nameFault(library, path);
  if (problem !== null) {
    return problem;
  }
  if (path === '') {
    return fault('empty_ref_path', `The reference ${quoted(text)} needs a section and a key after the "#".`);
  }
  const steps = path.split('/');
  return steps.includes('')
    ? fault('empty_ref_segment', `The reference ${quoted(text)} has an empty part between two slashes.`)
    : { library: inLibrary ? null : library, steps };
}

function libraryFault(library: string): ReferenceFault | null {
  const message = 'A library can refer to itself only: leave out what stands before the "#".';
  return library === '' ? null : fault('cross_library_ref', message);
}

function nameFault(library: string, path: string): ReferenceFault | null {
  if (library === '') {
    const message = `The reference ${quoted(`#${path}`)} needs the name of a library before the "#".`;
    return fault('ref_without_library', message);
  }
  if (!library.startsWith('/')) {
    return null;
  }
  const without = library.replace(/^\/+/, '');
  return fault(
    'ref_leading_slash',
    `A library's name does not begin with a slash. Did you mean "${without}#${path}"?`,
  );
}

function fault(code: ExpansionCode, message: string): ReferenceFault {
  return { code, message };
}

/** Why a text is no name of a library, with or without a namespace; null: it is one. */
export function libraryNameFault(text: string): string | null {
  const slash = text.lastIndexOf('/');
  if (text.trim() === '') {
    return 'it is empty';
  }
  if (text.includes('#')) {
    return 'it must have no "#": name the library alone';
  }
  if (text.startsWith('/') || text.endsWith('/') || text.includes('//')) {
    return 'slashes stand between the parts of a namespace and before the name';
  }
  return slash > 255 || text.length - slash - 1 > 255
    ? 'a name or namespace has at most 255 characters'
    : null;
}

/** `estate/eu/houses` → `estate/eu` and `houses`. */
export function splitLibraryName(text: string): { readonly namespace: string; readonly name: string } {
  const slash = text.lastIndexOf('/');
  return { namespace: slash < 0 ? '' : text.slice(0, slash), name: text.slice(slash + 1) };
}

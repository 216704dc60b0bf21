import type { LibrarySource } from '../engine/index.js';

/** One library's text, frozen. */
export interface LibraryText {
  /** Empty: the default one. */
  readonly namespace: string;
  readonly name: string;
  readonly text: string;
}

/** What a ruleset draws on besides its own text and seed files. */
export interface RulesetSources {
  /** Replaces `{{ locality }}`. */
  readonly locality: string;
  /** Those that the ruleset imports and that are there. */
  readonly libraries: readonly LibraryText[];
}

/** A library as rulesets name it: `namespace/name`, in the default namespace its bare name. */
export function libraryPath({ namespace, name }: Pick<LibraryText, 'namespace' | 'name'>): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** The frozen libraries in the form in which the engine asks for them. */
export function librarySource({ libraries }: RulesetSources): LibrarySource {
  const texts = new Map(libraries.map((library) => [libraryPath(library), library.text]));
  return { text: (namespace, name) => texts.get(libraryPath({ namespace, name })) };
}

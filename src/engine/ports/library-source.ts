/** Gives the engine the text of ruleset libraries. */
export interface LibrarySource {
  /** Text of the library; an empty namespace is the default one. Undefined: there is none. */
  text(namespace: string, name: string): string | undefined;
}

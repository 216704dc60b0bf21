import { compilePython } from '../ruleset/python-regex.js';

/** A pattern for values that a user gave. */
export interface ValueRule {
  readonly name: string;
  /** Does the pattern occur in the value? */
  occursIn(value: string): boolean;
  /** Is the value nothing but what the pattern describes? */
  describes(value: string): boolean;
}

/** Compiles for an engine that takes linear time, whatever the pattern; says where the pattern is wrong. */
export function compileValueRule(name: string, pattern: string): ValueRule | { readonly problem: string } {
  const compiled = compilePython(pattern);
  return 'problem' in compiled
    ? compiled
    : {
        name,
        occursIn: (value) => compiled.matcher(value).find(),
        describes: (value) => compiled.matcher(value).matches(),
      };
}

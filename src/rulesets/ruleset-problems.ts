import { readRuleset, type Problem, type SeedCatalog } from '../engine/index.js';

/** Everything that is wrong with (errors) or odd about (warnings) a ruleset text, in document order. */
export function rulesetProblems(
  configYaml: string,
  options: { readonly maskType: 'database' | 'file'; readonly seedCatalog: SeedCatalog },
): readonly Problem[] {
  return readRuleset(configYaml, { target: options.maskType, seedCatalog: options.seedCatalog }).problems;
}

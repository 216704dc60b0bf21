import { dump } from 'js-yaml';
import { describeNode } from '../ruleset/yaml-tree.js';
import { SENSITIVE_LABELS } from '../detect/labels.js';
import { MapReader } from '../ruleset/map-reader.js';
import { chooseRecipe } from './label-recipes.js';
import { makeScope } from '../ruleset/make-scope.js';
import { parseYaml } from '../ruleset/parse-yaml.js';
import { plainValue } from '../ruleset/plain-value.js';
import { ProblemList } from '../ruleset/problem-list.js';
import { readVersion } from '../ruleset/read-version.js';
import type { Problem } from '../ruleset/problem.js';
import type { ReadScope } from '../ruleset/read-scope.js';
import type { SeedCatalog } from '../ports/seed-files.js';
import type { WrittenMask } from './generation-input.js';
import type { YamlNode } from '../ruleset/yaml-tree.js';

/** Which masks a generated ruleset gets, by label. */
export interface GenerationConfigResult {
  readonly masks: ReadonlyMap<string, readonly WrittenMask[]>;
  readonly problems: readonly Problem[];
}

export interface GenerationConfigOptions {
  readonly locality: string;
  readonly seedCatalog: SeedCatalog | null;
}

/** Reads and checks the text of a generation config. Never throws. */
export function readGenerationConfig(
  text: string,
  { locality, seedCatalog }: GenerationConfigOptions,
): GenerationConfigResult {
  const problems = new ProblemList();
  const masks = new Map<string, readonly WrittenMask[]>();
  const root = parseYaml(text, { locality, library: null }, problems);
  if (root?.kind === 'map') {
    const reader = new MapReader(root, '', problems);
    readVersion(reader);
    const labels = reader.value('labels');
    reader.finish();
    const scope = makeScope(problems, { target: 'database', seedCatalog, skipDefaults: [] });
    readLabels(reader, labels, { scope, masks });
  } else if (root !== null) {
    const message = `A generation config is a mapping with "version" and "labels", not ${describeNode(root)}.`;
    problems.error('wrong_type', message, { path: '', at: root.at });
  }
  return { masks, problems: problems.sorted() };
}

interface Readings {
  readonly scope: ReadScope;
  readonly masks: Map<string, readonly WrittenMask[]>;
}

function readLabels(reader: MapReader, node: YamlNode | undefined, { scope, masks }: Readings): void {
  if (node === undefined) {
    reader.missing('labels');
    return;
  }
  if (node.kind !== 'map') {
    reader.wrongType('labels', 'a mapping of labels to "masks"', node);
    return;
  }
  for (const { key, value } of node.entries) {
    const path = `labels.${key}`;
    if (value.kind !== 'map') {
      const message = `A label has "masks", not ${describeNode(value)}.`;
      scope.problems.error('wrong_type', message, { path, at: value.at });
      continue;
    }
    const label = new MapReader(value, path, scope.problems);
    const list = label.value('masks');
    label.optionalText('doc');
    label.finish();
    if (list === undefined) {
      label.missing('masks');
    } else {
      scope.readMasks(list, `${path}.masks`, scope);
      masks.set(key, writtenMasks(list));
    }
  }
}

/** A list, one mask alone, or a mapping of them: as a list. */
function writtenMasks(node: YamlNode): readonly WrittenMask[] {
  const plain = plainValue(node);
  if (Array.isArray(plain)) {
    return plain as readonly WrittenMask[];
  }
  const one = plain as Record<string, unknown>;
  return (typeof one.type === 'string' ? [one] : Object.values(one)) as readonly WrittenMask[];
}

/** What is done without a config, for text columns without a limit: a config to start from. */
export function defaultGenerationConfig(locality: string): string {
  const column = { kind: 'text', maxLength: null, numericPrecision: null, numericScale: null } as const;
  const labels = SENSITIVE_LABELS.map(({ name, description }) => {
    const recipe = chooseRecipe([name], { ...column, nullable: true, locality });
    return [name, { doc: description, masks: recipe?.where?.otherwise ?? recipe?.masks ?? [] }];
  });
  const text = dump(
    { version: '1.0', labels: Object.fromEntries(labels) as unknown },
    { lineWidth: -1, noRefs: true },
  );
  return `# Which masks generated rulesets give to columns, by what was found in them. Labels that are not here keep the built-in\n# masks, which also look at the type and the length of the column.\n${text}`;
}

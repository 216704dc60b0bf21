import { dump } from 'js-yaml';
import { KEYWORD_LISTS } from '../keywords/index.js';
import { SENSITIVE_LABELS } from '../labels.js';
import { VALUE_DETECTORS } from '../values/detect-by-values.js';
import type { DiscoveryTarget } from './discovery-config.js';

const HEADER = `# What discovery looks for when no config is given: a config to start from. Rules of the type built_in know the usual names
# and values of a label; rules of your own have a pattern.
`;

/** What is looked for without a config, as the text of one. */
export function defaultDiscoveryConfig(target: DiscoveryTarget): string {
  const byName = new Set(KEYWORD_LISTS.map(({ label }) => label));
  const byValue = new Set(VALUE_DETECTORS.map(({ label }) => label));
  const known = (labels: ReadonlySet<string>): string[] =>
    SENSITIVE_LABELS.map(({ name }) => name).filter((name) => labels.has(name));
  const sections = [
    [
      'labels',
      SENSITIVE_LABELS.map(({ name, description, categories }) => ({ name, description, categories })),
    ],
    ['metadata_rules', known(byName).map((label) => ({ label, column: { type: 'built_in' } }))],
    ['idd_rules', known(byValue).map((label) => ({ label, type: 'built_in' }))],
  ] as const;
  const lists = sections.map(([section, items]) => `${section}:\n${items.map(flowItem).join('')}`);
  const files = 'files:\n  recurse: true\n  include: ["*.csv", "*.json", "*.ndjson", "*.parquet"]\n';
  return `${HEADER}version: "1.0"\n${lists.join('')}idd_options: { row_sample_size: 1000, force: false }\n${target === 'file' ? files : ''}`;
}

function flowItem(item: object): string {
  return `  - ${dump(item, { flowLevel: 0, lineWidth: -1, noRefs: true }).trimEnd()}\n`;
}

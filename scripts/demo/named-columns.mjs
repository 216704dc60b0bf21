import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';

export const RULESET_FILE = new URL('ruleset.yml', import.meta.url);

/** Table → the columns that a rule of the ruleset names. Everything else must survive a run byte for byte. */
export async function namedColumns() {
  const named = new Map();
  const visit = (task) => {
    task.tasks?.forEach(visit);
    if (task.type === 'mask_table') {
      named.set(
        task.table,
        task.rules.map((rule) => rule.column),
      );
    }
  };
  load(await readFile(RULESET_FILE, 'utf8')).tasks.forEach(visit);
  return named;
}

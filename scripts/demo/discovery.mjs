import { passed, say } from './console.mjs';
import { followRun } from './progress.mjs';

/** How the sample company calls things that no list of words can know. */
const CUSTOM_KEYWORDS = ['ship_to', 'gift_message', 'context', 'notes'];

/** What looks like a person's, and is not: numbers that everybody here knows, and the weight of goods. */
const IGNORED_KEYWORDS = ['employee_no', 'weight_kg'];

/** Looks at names and values of all columns; gives what was found to be sensitive: schema → table → columns. */
export async function discover(api, connection) {
  const { id } = await api.startDiscovery({
    connection,
    custom_keywords: CUSTOM_KEYWORDS,
    ignored_keywords: IGNORED_KEYWORDS,
    in_data_discovery: { enabled: true },
  });
  if (!(await followRun(api, id))) {
    return null;
  }
  const columns = await api.discovered(id);
  const selected = {};
  for (const { schema, table, column, data } of columns) {
    if (data.discovery_matches.some((match) => match.label !== undefined)) {
      ((selected[schema] ??= {})[table] ??= []).push(column);
    }
  }
  for (const tables of Object.values(selected)) {
    for (const [table, names] of Object.entries(tables)) {
      say(`  ${table.padEnd(16)} ${names.join(', ')}`);
    }
  }
  const count = Object.values(selected).flatMap((tables) => Object.values(tables).flat()).length;
  passed(`${count} of ${columns.length} columns are sensitive`);
  return selected;
}

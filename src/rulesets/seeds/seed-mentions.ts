import type { EntityManager } from 'typeorm';

import { someNames } from '../../common/names/some-names.js';

/** Names that are told; the rest is a number. */
const NAMED = 5;

/** Which rulesets and libraries name a seed file, in words; null: none does. Archived rulesets do not count. */
export async function seedFileMentions(name: string, manager: EntityManager): Promise<string | null> {
  // The whole name, not a part of a longer one.
  const pattern = `(^|[^\\w.-])${name.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')}($|[^\\w.-])`;
  const found: { title: string }[] = await manager.query(
    `SELECT 'ruleset "' || name || '"' AS title FROM ruleset
     WHERE archived_time IS NULL AND strpos(config_yaml, $1) > 0 AND config_yaml ~ $2
     UNION ALL
     SELECT 'library "' || CASE WHEN namespace = '' THEN '' ELSE namespace || '/' END || name || '"'
     FROM ruleset_library WHERE strpos(config_yaml, $1) > 0 AND config_yaml ~ $2
     ORDER BY title`,
    [name, pattern],
  );
  if (found.length === 0) {
    return null;
  }
  const titles = found.slice(0, NAMED).map(({ title }) => title);
  return someNames(titles, found.length);
}

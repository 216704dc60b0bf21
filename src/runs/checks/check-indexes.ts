import type { DatabaseSession } from '../../adapters/databases/index.js';
import type { Ruleset } from '../../engine/index.js';
import { info } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { isRewriting } from '../run-options.js';
import type { Run } from '../run.entity.js';

/** May indexes of a table be dropped while it is masked? Whether that pays is known at its first write. */
export function dropsIndexes(
  { autoManageIndexes }: Ruleset,
  { changes }: DatabaseSession,
  { options }: Run,
): boolean {
  const inPlace = !options.dryRun && !isRewriting(options) && options.maxRows === null;
  return autoManageIndexes && inPlace && changes?.indexes !== undefined;
}

/** Says where the wish has no effect. */
export function aboutIndexes(
  place: string,
  { autoManageIndexes }: Ruleset,
  { changes }: DatabaseSession,
): readonly LogLine[] {
  const text = 'auto_manage_indexes has no effect on this kind of database: indexes stay';
  return autoManageIndexes && changes?.indexes === undefined ? [info(`${place}${text}`)] : [];
}

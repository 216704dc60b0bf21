import type { TriggerState } from '../../adapters/databases/index.js';
import { failure, info, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';

/** What the triggers of a table mean for its masking. `switched`: as they are; null: they are left on. */
export function aboutTriggers(
  place: string,
  names: readonly string[],
  switched: readonly TriggerState[] | null,
): readonly LogLine[] {
  if (names.length === 0) {
    return [];
  }
  const named = names.map((name) => `"${name}"`).join(', ');
  if (switched === null) {
    const text =
      'triggers fire on every masked row and see its old and new values; what they write elsewhere is not masked';
    return [warning('triggers', `${place}${text}: ${named}`)];
  }
  if (switched.some(({ mayChange }) => !mayChange)) {
    const text =
      'permission denied: the database user may not switch triggers of the table off and put them back as they were';
    return [failure(`${place}${text}: ${named}`)];
  }
  return [info(`${place}triggers are switched off while the table is masked: ${named}`)];
}

import type { TargetColumn } from '../../adapters/databases/index.js';
import type { MaskTableTask } from '../../engine/index.js';
import type { LiveTable } from '../work/live-table.js';
import { failure, info } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';

/** Is the table one that has no key, and is walked by where its rows lie? */
export function isByAddress({ key }: MaskTableTask, table: LiveTable): boolean {
  return key.some((written) => table.find(written)?.rowAddress === true);
}

/** What has to be said of such a task. */
export function aboutRowAddress(
  place: string,
  { key }: MaskTableTask,
  updateTriggers: readonly string[],
): readonly LogLine[] {
  if (key.length > 1) {
    const text = 'where a row lies identifies it by itself: name no other column in the key';
    return [failure(`${place}${text}`)];
  }
  if (updateTriggers.length > 0) {
    const names = updateTriggers.map((name) => `"${name}"`).join(', ');
    const text = 'a table without a key can only be masked while its triggers are off (auto_manage_triggers)';
    return [failure(`${place}${text}: ${names}`)];
  }
  const text = 'the table is masked without a key: in one transaction, which ends as a whole or not at all';
  return [info(`${place}${text}`)];
}

/** How a table may be masked whose key is none. */
export function withoutKey(address: TargetColumn | null): string {
  return address === null
    ? ''
    : `. If it has no other, "key: ${address.name}" masks the table without a key, in one transaction`;
}

import { MASKS_BY_NAME } from '../masks/index.js';
import type { ColumnRule, HashColumn, MaskNode } from './nodes.js';
import type { MapReader } from './map-reader.js';
import type { MaskTraits } from '../masks/mask-definition.js';
import type { Place } from './problem-list.js';

/** Which hash list a rule gets: its own, else the task's. */
export interface HashChoice {
  /** Null: it gives none. */
  readonly own: readonly HashColumn[] | null;
  readonly ofTask: readonly HashColumn[];
}

/**
 * The hash list that counts for a chain of masks. Masks that hash columns have no say in say so: some refuse a list of
 * their own rule, and a task's list passes them by.
 */
export function effectiveHashColumns(
  masks: readonly MaskNode[],
  { own, ofTask }: HashChoice,
  reader: MapReader,
): readonly HashColumn[] {
  const refusing = masks.find((mask) => traitsOf(mask)?.hashColumns === 'refused');
  const place = reader.keyPlace(reader.entry('hash_columns') === undefined ? 'hash_sources' : 'hash_columns');
  if (own !== null && own.length > 0) {
    const ignoring = masks.find((mask) => traitsOf(mask)?.hashColumns === 'ignored');
    if (refusing !== undefined) {
      const message = `"${refusing.maskName}" does not go together with hash columns.`;
      reader.problems.error('hash_not_allowed', message, place);
    } else if (ignoring !== undefined && masks.length === 1) {
      const message = `"${ignoring.maskName}" depends on the value alone: hash columns have no effect on it.`;
      reader.problems.warning('no_effect', message, place);
    }
  }
  return refusing === undefined ? (own ?? ofTask) : [];
}

/** Refuses a hash list of a task all of whose rules refuse one. */
export function refuseUselessTaskHash(
  reader: MapReader,
  hashColumns: readonly HashColumn[],
  rules: readonly ColumnRule[],
): void {
  const refuse = (rule: ColumnRule): boolean =>
    rule.masks.some((mask) => traitsOf(mask)?.hashColumns === 'refused');
  if (hashColumns.length > 0 && rules.length > 0 && rules.every(refuse)) {
    const key = reader.entry('hash_columns') === undefined ? 'hash_sources' : 'hash_columns';
    const message = 'No rule of this task goes together with hash columns.';
    reader.problems.error('hash_not_allowed', message, reader.keyPlace(key));
  }
}

/** Masks that move values between rows must see them as they are in the table. */
export function checkWholeColumnMasks(masks: readonly MaskNode[], reader: MapReader): void {
  for (const mask of masks.slice(1)) {
    if (traitsOf(mask)?.wholeColumn === true) {
      const place: Place = { path: mask.path, at: mask.at };
      const message = `"${mask.maskName}" must be the first mask of its rule.`;
      reader.problems.error('not_supported_here', message, place);
    }
  }
}

function traitsOf(mask: MaskNode): MaskTraits | undefined {
  return MASKS_BY_NAME.get(mask.maskName)?.traits;
}

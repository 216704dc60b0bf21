import type { MaskTableTask } from '../../engine/index.js';
import type { LiveTable } from '../work/live-table.js';
import { at } from './guarded-check.js';
import { warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';

/** Columns that were made from others, by a trigger or by the application, and do not follow them by themselves. */
export function aboutDerived(task: MaskTableTask, table: LiveTable): readonly LogLine[] {
  const masked = new Set(task.rules.map(({ column }) => table.find(column)?.name));
  const holdsText = task.rules.some(({ column }) => table.find(column)?.kind === 'text');
  const derived = table.description.columns.filter(
    ({ name, typeName, generated }) => typeName === 'tsvector' && !generated && !masked.has(name),
  );
  return (holdsText ? derived : []).map(({ name }) => {
    const text = `column "${name}" (tsvector) may still hold words of the masked columns: make it again after the run, or mask it`;
    return warning('derived_column', at(task) + text);
  });
}

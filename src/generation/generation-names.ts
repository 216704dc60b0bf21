import type { RulesetPart } from '../engine/index.js';

/** Of a table's name in a file's name. */
const MAX_NAME = 60;

/** `20261128_001_TABLE_customers_to_TABLE_orders.yml`: date, number, first and last table. */
export function partFileName({ first, last }: RulesetPart, number: number, day: Date): string {
  const date = day.toISOString().slice(0, 10).replaceAll('-', '');
  const running = String(number).padStart(3, '0');
  return `${date}_${running}_TABLE_${safe(first.table)}_to_TABLE_${safe(last.table)}.yml`;
}

/** What any file system takes, and no archive is led astray by. */
function safe(name: string): string {
  return name.replace(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, MAX_NAME);
}

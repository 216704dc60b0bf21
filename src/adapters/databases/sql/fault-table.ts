import type { Verdict } from './verdicts.js';

/** Which numbers of errors have which meaning. */
export type FaultTable = readonly (readonly [verdict: Verdict, numbers: readonly number[]])[];

/** Undefined: the table does not know the number. */
export function verdictOf(table: FaultTable, number: number): Verdict | undefined {
  return table.find(([, numbers]) => numbers.includes(number))?.[0];
}

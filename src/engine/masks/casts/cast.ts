import type { DateFormat } from '../../values/strftime.js';
import type { Value } from '../../values/value.js';

/** Turns a value into another kind; undefined: not possible. */
export type Cast = (value: Exclude<Value, null>, format: DateFormat | null) => Value | undefined;

import type { Position } from './problem.js';
import type { Value } from '../values/value.js';

/** What a conditional rule asks about the original row. */
export type Condition = ColumnCondition | GroupCondition | NotCondition;

/** True when all (`and`) or any (`or`) of its parts are. */
export interface GroupCondition {
  readonly kind: 'and' | 'or';
  readonly conditions: readonly Condition[];
}

export interface NotCondition {
  readonly kind: 'not';
  readonly condition: Condition;
}

/** One comparison with the original value of a column. NULL is nothing but equal to NULL. */
export interface ColumnCondition {
  readonly kind: 'column';
  /** As written; columns of joined tables carry their table's name. */
  readonly column: string;
  readonly test: ColumnTest;
  /** May text be read as a value of the operand's kind before it is compared? */
  readonly convertsText: boolean;
  readonly path: string;
  readonly at: Position;
}

export const ORDER_OPERATORS = [
  'less_than',
  'less_than_or_equal',
  'greater_than',
  'greater_than_or_equal',
] as const;
export type OrderOperator = (typeof ORDER_OPERATORS)[number];

export const AGE_OPERATORS = ['age_less_than', 'age_greater_than'] as const;
export type AgeOperator = (typeof AGE_OPERATORS)[number];

export type ColumnTest =
  | { readonly operator: 'equals'; readonly operand: Value }
  | { readonly operator: 'matches'; readonly pattern: string }
  /** The operand is a number, or the text of a date or datetime. */
  | { readonly operator: OrderOperator; readonly operand: Exclude<Value, null> }
  /** Whole years between the value and the run's start. */
  | { readonly operator: AgeOperator; readonly years: number };

/** A condition around a rule, and what it must come to for the rule to apply. */
export interface Guard {
  readonly condition: Condition;
  readonly holds: boolean;
}

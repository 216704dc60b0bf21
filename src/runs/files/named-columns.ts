import type { ColumnRule, MaskTabularFileTask } from '../../engine/index.js';

type Condition = ColumnRule['guards'][number]['condition'];

/** The columns that the rules of a task name, each once. */
export function columnsNamed({ rules }: Pick<MaskTabularFileTask, 'rules'>): readonly string[] {
  return [...new Set(rules.flatMap(columnsOfRule))];
}

function columnsOfRule({ column, hashColumns, guards }: ColumnRule): readonly string[] {
  return [
    column,
    ...hashColumns.flatMap((item) => item.column ?? []),
    ...guards.flatMap(({ condition }) => columnsOfCondition(condition)),
  ];
}

function columnsOfCondition(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'column':
      return [condition.column];
    case 'not':
      return columnsOfCondition(condition.condition);
    case 'and':
    case 'or':
      return condition.conditions.flatMap(columnsOfCondition);
  }
}

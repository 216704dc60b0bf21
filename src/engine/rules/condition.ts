import { compileColumnTest, impossibleTest } from './column-test.js';
import { kindOf } from '../values/kinds.js';
import { MaskingError } from '../errors.js';
import type { ColumnCondition, Condition, Guard } from '../ruleset/condition-nodes.js';
import type { ColumnShape } from './table-mask.js';
import type { Place, ProblemList } from '../ruleset/problem-list.js';
import type { RowClock } from '../random/row-seeds.js';
import type { Value } from '../values/value.js';

/** An answer about the current row. */
type RowTest = () => boolean;

/** A column whose original value conditions ask for. */
export interface AskedColumn {
  readonly shape: ColumnShape;
  readonly value: () => Value;
}

export interface ConditionScope {
  readonly clock: RowClock;
  readonly nowMs: number;
  readonly problems: ProblemList;
  /** Null after a problem. */
  column(written: string, place: Place): AskedColumn | null;
}

/** Compiles the conditions of one task; each is answered once a row, however many rules stand under it. */
export class ConditionCompiler {
  private readonly compiled = new Map<Condition, RowTest>();

  constructor(private readonly scope: ConditionScope) {}

  /** Does the row fulfil all guards? Null: there are none. */
  guards(guards: readonly Guard[]): RowTest | null {
    const tests = guards.map(({ condition, holds }): RowTest => {
      const test = this.condition(condition);
      return holds ? test : () => !test();
    });
    const [only] = tests;
    if (only === undefined) {
      return null;
    }
    return tests.length === 1 ? only : allOf(tests);
  }

  private condition(condition: Condition): RowTest {
    const known = this.compiled.get(condition) ?? oncePerRow(this.compile(condition), this.scope.clock);
    this.compiled.set(condition, known);
    return known;
  }

  private compile(condition: Condition): RowTest {
    switch (condition.kind) {
      case 'column':
        return this.columnTest(condition);
      case 'not': {
        const inner = this.compile(condition.condition);
        return () => !inner();
      }
      default: {
        const tests = condition.conditions.map((part) => this.compile(part));
        return condition.kind === 'and' ? allOf(tests) : anyOf(tests);
      }
    }
  }

  private columnTest(condition: ColumnCondition): RowTest {
    const { path, at, test, convertsText } = condition;
    const column = this.scope.column(condition.column, { path, at });
    if (column === null) {
      return () => false;
    }
    const { shape, value } = column;
    const impossible = impossibleTest(test, convertsText, shape.kind);
    if (impossible !== null) {
      const message = `The column "${shape.name}" ${impossible}.`;
      this.scope.problems.error('impossible_comparison', message, { path, at });
    }
    const passes = compileColumnTest(test, convertsText, this.scope.nowMs);
    return () => {
      const tested = value();
      return passes(tested) ?? fail(condition, shape, tested);
    };
  }
}

function fail({ test, path }: ColumnCondition, { name }: ColumnShape, value: Value): never {
  const reason =
    `a condition's "${test.operator}" cannot be applied to this ${kindOf(value)} value; ` +
    'narrow it with "matches" before, or compare with text in quotes';
  throw new MaskingError('impossible_comparison', reason, path, name);
}

function allOf(tests: readonly RowTest[]): RowTest {
  return () => {
    for (const test of tests) {
      if (!test()) {
        return false;
      }
    }
    return true;
  };
}

function anyOf(tests: readonly RowTest[]): RowTest {
  return () => {
    for (const test of tests) {
      if (test()) {
        return true;
      }
    }
    return false;
  };
}

function oncePerRow(test: RowTest, clock: RowClock): RowTest {
  let rowNumber = -1;
  let answer = false;
  return () => {
    if (rowNumber !== clock.rowNumber) {
      answer = test();
      rowNumber = clock.rowNumber;
    }
    return answer;
  };
}

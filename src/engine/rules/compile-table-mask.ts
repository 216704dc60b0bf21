import { canonicalList, listIdentity } from './hash-list.js';
import { AS_IS } from '../values/canonical.js';
import { compileColumn, compileReplacement, compileRule, replacesAll } from './compile-rule.js';
import { ConditionCompiler } from './condition.js';
import { HASH_TAG, HashedRowSeed, KEY_TAG, RandomRowSeed } from '../random/row-seeds.js';
import { maskedKeyMessage, mayMaskKey } from '../ruleset/unique-masks.js';
import { ProblemList } from '../ruleset/problem-list.js';
import { RowColumns } from './row-columns.js';
import { RowFrame } from './row-frame.js';
import { TextHmac } from '../random/hmac.js';
import { textReader } from './column-text.js';
import { shuffles, uniqueColumns } from './whole-columns.js';
import { warnAboutCaseTwins } from './case-twins.js';
import type { AskedColumn } from './condition.js';
import type { ColumnMask, CompiledRule } from './compile-rule.js';
import type { ColumnRule, HashColumn, MaskTableTask } from '../ruleset/nodes.js';
import type { HashSource } from './hash-list.js';
import type { Place } from '../ruleset/problem-list.js';
import type { Problem } from '../ruleset/problem.js';
import type { ReadableColumn } from './row-columns.js';
import type { RowSeed } from '../random/draws.js';
import type { RuleBinding, SeedBinding } from './bind-mask.js';
import type { Value } from '../values/value.js';
import type { ColumnShape, CompiledTableMask, MaskingContext, TableShape } from './table-mask.js';

export interface CompileResult {
  /** Null when any problem is an error. */
  readonly mask: CompiledTableMask | null;
  readonly problems: readonly Problem[];
}

/** Compiles one `mask_table` task against the live table. Collects problems, does not throw. */
export function compileTableMask(
  task: MaskTableTask,
  shape: TableShape,
  context: MaskingContext,
): CompileResult {
  const compiler = new TableMaskCompiler(task, shape, context);
  const mask = compiler.compile();
  const problems = compiler.problems.sorted();
  return { mask: compiler.problems.hasErrors ? null : mask, problems };
}

class TableMaskCompiler {
  readonly problems = new ProblemList();
  private readonly frame = new RowFrame();
  private readonly columns: RowColumns;
  private readonly rulesByColumn = new Map<ColumnShape, CompiledRule[]>();
  private readonly seeds = new Map<string, RowSeed>();
  private readonly hmac: TextHmac;
  private readonly conditions: ConditionCompiler;
  private keyCount = 0;

  constructor(
    private readonly task: MaskTableTask,
    private readonly shape: TableShape,
    private readonly context: MaskingContext,
  ) {
    this.columns = new RowColumns(task, shape, this.problems);
    this.hmac = new TextHmac(context.runKey);
    this.conditions = new ConditionCompiler({
      clock: this.frame,
      nowMs: context.nowMs,
      problems: this.problems,
      column: (written, place) => this.askedColumn(written, place),
    });
  }

  compile(): CompiledTableMask {
    this.columns.refuseUnknownJoins(this.place.path);
    const keys = this.keyColumns();
    for (const rule of this.task.rules) {
      this.addRule(rule, keys);
    }
    warnAboutCaseTwins(this.task.rules, this.shape, this.problems);
    let isCut = false;
    const cut = (): void => {
      isCut = true;
    };
    const wasCut = (): boolean => {
      const was = isCut;
      isCut = false;
      return was;
    };
    const columns = [...this.rulesByColumn].map(([column, rules]) => {
      // read or not, a replacement does not look at it; what others read is compared at no price
      return this.isUnread(rules)
        ? {
            position: this.columns.knownPosition({ column, join: null }),
            mask: compileReplacement(column, rules, cut),
          }
        : { position: this.ownPosition(column), mask: compileColumn(column, rules, cut) };
    });
    return {
      readColumns: this.columns.readColumns,
      readJoins: this.columns.readJoins,
      keyCount: this.keyCount,
      writeColumns: [...this.rulesByColumn.keys()].map((column) => column.name),
      uniqueColumns: uniqueColumns(this.rulesByColumn),
      shuffles: shuffles(this.rulesByColumn, this.frame, (column) => this.ownPosition(column)),
      maskRow: rowMask(this.frame, columns, wasCut),
    };
  }

  private keyColumns(): readonly ColumnShape[] {
    const keys = this.task.key.flatMap((written) => {
      const column = this.columns.own(written, { path: `${this.place.path}.key`, at: this.place.at });
      return column === null ? [] : [column];
    });
    keys.forEach((column) => this.ownPosition(column));
    this.keyCount = this.columns.readColumns.length;
    return keys;
  }

  private addRule(rule: ColumnRule, keys: readonly ColumnShape[]): void {
    const place = { path: `${rule.path}.column`, at: rule.at };
    const column = this.columns.own(rule.column, place);
    if (column === null) {
      return;
    }
    if (!column.writable) {
      const message = `The column "${column.name}" is computed by the database and cannot be masked.`;
      this.problems.error('column_not_writable', message, place);
      return;
    }
    if (keys.includes(column) && this.refusesKeyRule(rule, column, place)) {
      return;
    }
    if (!this.isUnread([{ replacesAll: replacesAll(rule) }])) {
      this.ownPosition(column);
    }
    const known = this.rulesByColumn.get(column) ?? [];
    this.rulesByColumn.set(column, known);
    const binding: RuleBinding = {
      ...{ context: this.context, column, problems: this.problems, occurrences: new Map<string, number>() },
      ...{ hmac: this.hmac, document: null },
      ...this.seedOf(rule, column, keys),
      scope: rule.hashColumns.length > 0 ? '' : JSON.stringify([this.task.table, column.name, known.length]),
      rowText: (written) => this.rowText(written, place),
      rowValue: (written, maskPlace) => this.askedColumn(written, maskPlace)?.value ?? null,
    };
    known.push(compileRule(rule, binding, this.conditions.guards(rule.guards)));
  }

  private isUnread(rules: readonly Pick<CompiledRule, 'replacesAll'>[]): boolean {
    return this.context.readsNeededOnly === true && rules.every((rule) => rule.replacesAll);
  }

  private refusesKeyRule(rule: ColumnRule, column: ColumnShape, place: Place): boolean {
    if (!mayMaskKey(rule.masks)) {
      const message = maskedKeyMessage(column.name);
      this.problems.error('masked_key', message, place);
      return true;
    }
    if (this.context.rewritesKeys !== true) {
      const message = `The column "${column.name}" is the task's key: masking a key is not supported yet.`;
      this.problems.error('not_supported_yet', message, place);
      return true;
    }
    return false;
  }

  private seedOf(rule: ColumnRule, column: ColumnShape, keys: readonly ColumnShape[]): SeedBinding {
    if (rule.hashColumns.length > 0) {
      const sources = rule.hashColumns.flatMap((item) => this.hashSource(item, column, rule));
      const hashText = canonicalList(HASH_TAG, sources, this.frame);
      return { seed: this.hashedSeed(HASH_TAG, sources), hashText };
    }
    if (this.context.repeatable) {
      const sources = keys.map((column) => this.sourceOf({ column, join: null }));
      return { seed: this.hashedSeed(KEY_TAG, sources), hashText: null };
    }
    return { seed: this.seed('random', () => new RandomRowSeed(this.frame)), hashText: null };
  }

  private hashedSeed(tag: string, sources: readonly HashSource[]): RowSeed {
    return this.seed(
      tag + listIdentity(sources),
      () => new HashedRowSeed(this.hmac, this.frame, canonicalList(tag, sources, this.frame)),
    );
  }

  /** Rules with equal hash lists share one seed, computed once a row. */
  private seed(identity: string, make: () => RowSeed): RowSeed {
    const known = this.seeds.get(identity) ?? make();
    this.seeds.set(identity, known);
    return known;
  }

  private hashSource(item: HashColumn, own: ColumnShape, rule: ColumnRule): readonly HashSource[] {
    const place = { path: `${rule.path}.hash_columns`, at: item.at };
    const found = item.column === null ? { column: own, join: null } : this.columns.any(item.column, place);
    if (found === null) {
      return [];
    }
    const options = { trim: item.trim, caseTransform: item.caseTransform };
    return [{ ...this.sourceOf(found), options, jsonPath: item.jsonPath, xpath: item.xpath }];
  }

  private sourceOf(found: ReadableColumn): HashSource {
    return {
      position: this.columns.positionOf(found),
      read: textReader(found.column.kind),
      options: AS_IS,
      jsonPath: null,
      xpath: null,
    };
  }

  private rowText(written: string, place: Place): (() => string | null) | null {
    const found = this.columns.any(written, place);
    if (found === null) {
      return null;
    }
    const position = this.columns.positionOf(found);
    const { frame } = this;
    return () => frame.row[position] ?? null;
  }

  private askedColumn(written: string, place: Place): AskedColumn | null {
    const found = this.columns.any(written, place);
    if (found === null) {
      return null;
    }
    const { column: shape } = found;
    const position = this.columns.positionOf(found);
    const read = textReader(shape.kind);
    const { frame } = this;
    const value = (): Value => {
      const text = frame.row[position];
      return text === null || text === undefined ? null : read(text);
    };
    return { shape, value };
  }

  private ownPosition(column: ColumnShape): number {
    return this.columns.positionOf({ column, join: null });
  }

  private get place(): Place {
    return { path: `task ${this.task.path}`, at: this.task.at };
  }
}

interface PlacedColumn {
  /** In the row; below zero: it is not read. */
  readonly position: number;
  readonly mask: ColumnMask;
}

/** `wasCut`: was the value cut that was masked last? Asked once for each. */
function rowMask(
  frame: RowFrame,
  columns: readonly PlacedColumn[],
  wasCut: () => boolean,
): CompiledTableMask['maskRow'] {
  return (row, out, tally, dealt) => {
    frame.enter(row);
    let applied = false;
    for (let i = 0; i < columns.length; i++) {
      const { position, mask } = columns[i]!;
      const original = row[position] ?? null;
      const given = dealt?.[i];
      const masked = mask(original, given === undefined ? original : given);
      const isCut = wasCut();
      applied ||= masked !== undefined;
      out[i] = masked === undefined ? original : masked;
      if (tally !== undefined) {
        if (masked === undefined) {
          tally.skipped[i]! += 1;
        } else if (masked === original) {
          tally.unchanged[i]! += 1;
        }
        if (isCut) {
          tally.truncated[i]! += 1;
        }
      }
    }
    return applied;
  };
}

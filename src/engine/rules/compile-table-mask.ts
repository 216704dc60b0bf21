import type { MaskTableTask } from '../ruleset/nodes.js';
import type { Problem } from '../ruleset/problem.js';
import type { CompiledTableMask, MaskingContext, TableShape } from './table-mask.js';

export interface CompileResult {
  /** Null when any problem is an error. */
  readonly mask: CompiledTableMask | null;
  readonly problems: readonly Problem[];
}

/** Compiles one `mask_table` task against the live table. Collects problems, does not throw. */
export function compileTableMask(task: MaskTableTask, shape: TableShape, context: MaskingContext): CompileResult {
  void task;
  void shape;
  void context;
  return { mask: null, problems: [] };
}

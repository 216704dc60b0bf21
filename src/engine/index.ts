/** The only door into the engine. */
export { MaskingError } from './errors.js';
export type { Problem, Position } from './ruleset/problem.js';
export type {
  ColumnRule,
  MaskTableTask,
  ParallelTask,
  Ruleset,
  RunSqlTask,
  SerialTask,
  Task,
  TaskKind,
  TruncateTableTask,
} from './ruleset/nodes.js';
export type { SeedCatalog, SeedTable } from './ports/seed-files.js';
export type {
  ColumnShape,
  CompiledTableMask,
  MaskingContext,
  RowOrdinals,
  RowText,
  TableShape,
} from './rules/table-mask.js';
export type { TypedText, Value, ValueKind } from './values/value.js';
export { readRuleset } from './ruleset/read-ruleset.js';
export type { ReadOptions, ReadResult } from './ruleset/read-ruleset.js';
export { compileTableMask } from './rules/compile-table-mask.js';
export type { CompileResult } from './rules/compile-table-mask.js';
export { deriveRunKey } from './random/run-key.js';
export { MASK_DEFINITIONS } from './masks/index.js';
export { describeMasks } from './masks/describe-masks.js';
export type { MaskDescription, ParameterDescription } from './masks/describe-masks.js';

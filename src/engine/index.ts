/** The only door into the engine. */
export { MaskingError } from './errors.js';
export type { Problem, ProblemType, Position } from './ruleset/problem.js';
export type {
  BuildTempTableTask,
  ColumnRule,
  FileFilter,
  FileSelection,
  DataDiscoveryTask,
  FileDiscoveryTask,
  InFlightRuleset,
  Join,
  MaskFileTask,
  MaskTableTask,
  MaskTabularFileTask,
  MaskUniqueKeyTask,
  ParallelTask,
  Ruleset,
  RunSqlTask,
  SchemaDiscoveryTask,
  SerialTask,
  SubsetTask,
  Task,
  TaskKind,
  TruncateTableTask,
} from './ruleset/nodes.js';
export type { DetectedEntity, DetectRequest, EntityDetector } from './ports/entity-detector.js';
export { maskFileTasks, maskTableTasks, tablesOf } from './ruleset/task-tables.js';
export type { LibrarySource } from './ports/library-source.js';
export type { SeedCatalog, SeedTable } from './ports/seed-files.js';
export type {
  ColumnShape,
  CompiledTableMask,
  DealtRow,
  MaskTally,
  MaskingContext,
  RowOrdinals,
  RowText,
  TableShape,
} from './rules/table-mask.js';
export type { TypedText, Value, ValueKind } from './values/value.js';
export { suggestion } from './ruleset/near-miss.js';
export { readRuleset } from './ruleset/read-ruleset.js';
export type { ReadOptions, ReadResult } from './ruleset/read-ruleset.js';
export { readInFlightRuleset } from './ruleset/read-in-flight.js';
export type { InFlightResult } from './ruleset/read-in-flight.js';
export { readLibrary } from './ruleset/read-library.js';
export type { LibraryOptions, LibraryResult } from './ruleset/read-library.js';
export { checkUniqueCapacity, keyMaskKind } from './ruleset/unique-masks.js';
export { compileKeyRule, compileUniqueKey } from './rules/compile-key-values.js';
export type { KeyOwner, KeyValuesResult } from './rules/compile-key-values.js';
export { compileTableMask } from './rules/compile-table-mask.js';
export type { CompileResult } from './rules/compile-table-mask.js';
export { compileFileChoice } from './rules/file-choice.js';
export type { FileChoice } from './rules/file-choice.js';
export { compileTabularMask } from './rules/compile-tabular-mask.js';
export type {
  CompiledTabularMask,
  DealtValue,
  TabularCompileResult,
  TabularShuffle,
} from './rules/compile-tabular-mask.js';
export { compileRecordMask } from './rules/compile-record-mask.js';
export type { RecordMaskResult } from './rules/compile-record-mask.js';
export { compileFileMask } from './rules/compile-file-mask.js';
export type { FileMaskResult } from './rules/compile-file-mask.js';
export type {
  CompiledFileMask,
  DocumentContent,
  DocumentMask,
  JsonPass,
  JsonStream,
} from './rules/file-mask.js';
export type { XmlStream } from './rules/compile-xml-stream.js';
export type { XmlPart } from './masks/document/xml-document-mask.js';
export { JsonStreamProblem } from './json-stream/stream-problem.js';
export type { UnitText } from './json-stream/unit-text.js';
export type { CompiledRecordMask, RecordOrigin, RecordSecrets } from './rules/record-mask.js';
export { documentStart } from './values/json-scanner.js';
export { findJsonFault } from './json-stream/json-fault.js';
export type { JsonFault } from './json-stream/json-fault.js';
export { readJsonDocument, readJsonMembers } from './values/json-members.js';
export type { JsonMember } from './values/json-members.js';
export { keyedDraws } from './random/keyed-draws.js';
export { deriveRunKey } from './random/run-key.js';
export { MASK_DEFINITIONS } from './masks/index.js';
export { renderMaskReference } from './masks/mask-reference.js';
export { describeMasks } from './masks/describe-masks.js';
export type { MaskDescription, ParameterDescription } from './masks/describe-masks.js';
export { SENSITIVE_LABELS } from './detect/labels.js';
export type { LabelCategory, SensitiveLabel } from './detect/sensitive-label.js';
export { generateFileRuleset } from './generate/generate-file-ruleset.js';
export type { FieldLocator, FileGroup, FoundFile } from './generate/file-input.js';
export { generateRuleset } from './generate/generate-ruleset.js';
export type { GeneratedRuleset } from './generate/generate-ruleset.js';
export { defaultGenerationConfig, readGenerationConfig } from './generate/generation-config.js';
export type { GenerationConfigResult } from './generate/generation-config.js';
export { splitRuleset, writeRuleset } from './generate/write-ruleset.js';
export type { RulesetPart } from './generate/write-ruleset.js';
export type {
  ColumnFinding,
  GenerationColumn,
  GenerationDialect,
  GenerationRequest,
  GenerationTable,
  LeftOut,
  TableSelection,
  WrittenMask,
} from './generate/generation-input.js';
export { compileColumnRules } from './detect/column-rules.js';
export type { ColumnRules, ColumnWishes, RulePattern } from './detect/column-rules.js';
export { ColumnDetector } from './detect/column-detector.js';
export type { ColumnMatch, LookedAtColumn } from './detect/column-detector.js';
export { DetectionWords } from './detect/values/detection-words.js';
export type { WordLists } from './detect/values/detection-words.js';
export { defaultDiscoveryConfig } from './detect/config/default-discovery-config.js';
export type {
  DiscoveryConfig,
  DiscoveryConfigResult,
  DiscoveryTarget,
} from './detect/config/discovery-config.js';
export { readDiscoveryConfig, resolveDiscoveryConfig } from './detect/config/read-discovery-config.js';
export { readDiscoveryLibrary } from './detect/config/read-discovery-library.js';

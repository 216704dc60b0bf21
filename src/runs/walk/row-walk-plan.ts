import type { RemoteDetector } from '../../adapters/ai-engine/index.js';
import type { KeyRange, TableScan, TargetColumn } from '../../adapters/databases/index.js';
import type { CompiledTableMask } from '../../engine/index.js';
import type { RowNumber } from '../work/row-number.js';

/** What a walk reads, makes of it, and writes. */
export interface RowWalkPlan {
  readonly scan: TableScan;
  readonly writeColumns: readonly TargetColumn[];
  readonly mask: CompiledTableMask;
  /** What `mask` asks about free text; null: nothing from outside. */
  readonly detector: RemoteDetector | null;
  /** Told which row of the range is masked. */
  readonly rowNumber: RowNumber;
  readonly range: KeyRange;
  readonly batchSize: number;
  /** Rows after which the walk ends; null: none. */
  readonly maxRows: number | null;
  /** Has the table triggers that could change values as they are written? Then rows are looked at again. */
  readonly hasTriggers: boolean;
}

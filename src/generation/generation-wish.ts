import type { FileGroup, TableSelection } from '../engine/index.js';

/** What a generation shall make. Kept as JSON; holds names only. */
export interface GenerationWish {
  readonly selection: readonly TableSelection[];
  /** For connections to files, in place of tables; absent: for databases. */
  readonly groups?: readonly FileGroup[];
  /** Null: the built-in masks. */
  readonly configId: string | null;
  /** One text for all, or files of about this size that are downloaded as an archive. */
  readonly targetBytes: number | null;
}

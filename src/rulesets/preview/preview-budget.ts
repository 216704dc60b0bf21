import { InvalidInputError } from '../../common/errors/domain-error.js';
import type { MaskFileTask, MaskTableTask, MaskTabularFileTask } from '../../engine/index.js';

/** Most characters that one preview masks, over all its tasks: it is made on the event loop that answers everybody. */
const MOST_PREVIEWED = 2_000_000;

/** The same, as it is told. */
export const PREVIEW_LIMIT = MOST_PREVIEWED.toLocaleString('en-US');

/** Refuses samples that are too much for a ruleset: each task masks all of them. */
export function assertAffordable(
  field: 'records' | 'documents',
  samples: readonly unknown[],
  tasks: readonly (MaskFileTask | MaskTableTask | MaskTabularFileTask)[],
): void {
  // each rule of a `mask_file` task goes through whole documents
  const times = tasks.reduce((sum, task) => sum + (task.kind === 'mask_file' ? task.rules.length : 1), 0);
  const characters = samples.reduce<number>((sum, sample) => sum + lengthOf(sample), 0);
  if (characters * times > MOST_PREVIEWED) {
    const message =
      `Too much for a preview: ${characters} characters, masked ${times} times (once by each task, or rule of mask_file), ` +
      `are more than ${PREVIEW_LIMIT}. Give fewer or shorter ${field}, or preview fewer tasks at once.`;
    throw new InvalidInputError({ [field]: [message] });
  }
}

function lengthOf(sample: unknown): number {
  return typeof sample === 'string' ? sample.length : JSON.stringify(sample).length;
}

/** Counts what is read of a connection, task by task. */
export class RowBudget {
  private left = MOST_PREVIEWED;

  take(rows: readonly (readonly (string | null)[])[]): void {
    for (const row of rows) {
      this.left -= row.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    }
    if (this.left < 0) {
      const message = `The rows have more than ${PREVIEW_LIMIT} characters: lower row_limit, or preview fewer tasks at once.`;
      throw new InvalidInputError({ row_limit: [message] });
    }
  }
}

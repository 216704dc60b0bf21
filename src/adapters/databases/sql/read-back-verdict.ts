import type { RowText } from '../../../engine/index.js';
import { DatabaseError } from '../database-adapter.js';
import type { BatchWrite, PartitionCursor, ReadBack } from '../database-adapter.js';

/**
 * Judges what triggers made of a batch. `rows`: of every row the key, then for each written column what the table holds
 * and what was sent, as the server writes both. Throws `value_put_back` when rows hold their old value again where
 * another was written. Gives where the batch leads.
 */
export function judgeReadBack(batch: BatchWrite, back: ReadBack, rows: readonly RowText[]): PartitionCursor {
  const before = oldTexts(batch, back.before);
  const counts = batch.writeColumns.map(() => ({ putBack: 0, altered: 0 }));
  for (const row of rows) {
    const olds = before.get(keyOf(row, batch)) ?? [];
    counts.forEach((count, place) => {
      const [stored, sent] = row.slice(batch.keyColumns.length + 2 * place);
      const old = olds[place] ?? null;
      count.putBack += stored === old && sent !== old ? 1 : 0;
      count.altered += stored !== old && stored !== sent ? 1 : 0;
    });
  }
  const putBack = counts.flatMap((count, place) =>
    count.putBack > 0 ? [`column "${batch.writeColumns[place]?.name ?? ''}" of ${count.putBack} rows`] : [],
  );
  if (putBack.length > 0) {
    throw new DatabaseError(
      'value_put_back',
      `a trigger put the old value back into ${putBack.join(', ')}: let auto_manage_triggers switch the triggers off`,
      false,
    );
  }
  return cursorAfter(
    batch,
    back,
    counts.map(({ altered }) => altered),
  );
}

/** `altered`: by write column. */
export function cursorAfter(
  { cursor }: BatchWrite,
  back: ReadBack,
  altered: readonly number[],
): PartitionCursor {
  return altered.every((count) => count === 0) ? cursor : back.counted(altered);
}

function oldTexts(
  batch: BatchWrite,
  before: readonly (readonly (string | null)[])[],
): ReadonlyMap<string, RowText> {
  const keys = batch.columns.slice(0, batch.keyColumns.length);
  return new Map(
    (keys[0] ?? []).map((_, row) => [
      JSON.stringify(keys.map((texts) => texts[row] ?? null)),
      before.map((texts) => texts[row] ?? null),
    ]),
  );
}

function keyOf(row: RowText, { keyColumns }: BatchWrite): string {
  return JSON.stringify(row.slice(0, keyColumns.length));
}

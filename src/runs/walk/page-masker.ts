import { setImmediate as turn } from 'node:timers/promises';
import { maskTold } from '../../adapters/ai-engine/index.js';
import type { MaskTally, RowText } from '../../engine/index.js';
import type { RowWalkPlan } from './row-walk-plan.js';
import { emptyTally } from './walk-counts.js';

/** After so many rows, answers of the database are looked at: what waits for one must not wait for a whole page. */
const ROWS_A_TURN = 250;

/** What of a page changes, column by column. */
export interface MaskedPage {
  /** Keys, then masked values: see `BatchWrite.columns`. */
  readonly columns: readonly (string | null)[][];
  /** Values before masking; null: nobody compares them. */
  readonly before: readonly (string | null)[][] | null;
  readonly tally: MaskTally;
}

/** Masks the pages of one walk. */
export class PageMasker {
  private readonly out: (string | null)[];
  /** Where a written column stands in the row that was read. */
  private readonly places: readonly number[];

  /** `keyPlaces`: where a row that was read holds what says which row it is. */
  constructor(
    private readonly plan: RowWalkPlan,
    private readonly keyPlaces: readonly number[] = Array.from(
      { length: plan.scan.keyCount },
      (_, place) => place,
    ),
  ) {
    this.places = plan.writeColumns.map(({ name }) =>
      plan.scan.readColumns.findIndex((column) => column.name === name && (column.join ?? null) === null),
    );
    this.out = new Array<string | null>(plan.writeColumns.length).fill(null);
  }

  /** `first` is the number of the page's first row in the range. */
  mask(page: readonly RowText[], first: number): Promise<MaskedPage> {
    const { detector } = this.plan;
    return detector === null
      ? this.inTurns(page, first)
      : maskTold(detector, () => {
          const masked = this.empty();
          this.add(masked, page, first);
          return masked;
        });
  }

  private async inTurns(page: readonly RowText[], first: number): Promise<MaskedPage> {
    const masked = this.empty();
    for (let at = 0; at < page.length; at += ROWS_A_TURN) {
      if (at > 0) {
        await turn();
      }
      this.add(masked, page.slice(at, at + ROWS_A_TURN), first + at);
    }
    return masked;
  }

  private empty(): MaskedPage {
    const { writeColumns, hasTriggers } = this.plan;
    const columns = Array.from({ length: this.keyPlaces.length + writeColumns.length }, (): string[] => []);
    const before = hasTriggers ? writeColumns.map(() => []) : null;
    return { columns, before, tally: emptyTally(writeColumns.length) };
  }

  private add({ columns, before, tally }: MaskedPage, rows: readonly RowText[], first: number): void {
    const { out, keyPlaces } = this;
    const { mask, rowNumber } = this.plan;
    const keyCount = keyPlaces.length;
    let number = first;
    for (const row of rows) {
      rowNumber.enter(number++);
      if (mask.maskRow(row, out, tally)) {
        for (let index = 0; index < keyCount; index += 1) {
          columns[index]!.push(row[keyPlaces[index]!]!);
        }
        for (let index = 0; index < out.length; index += 1) {
          columns[keyCount + index]!.push(out[index]!);
          before?.[index]!.push(row[this.places[index]!]!);
        }
      }
    }
  }
}

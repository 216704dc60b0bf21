import type { RowText } from '../../engine/index.js';

/** About this many characters of text are read, masked and written together, however wide the rows. */
const PAGE_CHARACTERS = 512 * 1024;
/** The width of the rows is not known yet: a page of these may be far too wide, but not for long. */
const FIRST_ROWS = 100;

/** How many rows the next page should have: as many as the batch size says, unless they are wide. */
export class PageSize {
  rows: number;

  constructor(private readonly batchSize: number) {
    this.rows = Math.min(batchSize, FIRST_ROWS);
  }

  learn(page: readonly RowText[]): void {
    if (page.length === 0) {
      return;
    }
    let characters = 0;
    for (const row of page) {
      for (const cell of row) {
        characters += cell === null ? 1 : cell.length + 1;
      }
    }
    const fitting = Math.floor(PAGE_CHARACTERS / (characters / page.length));
    this.rows = Math.max(1, Math.min(this.batchSize, fitting));
  }
}

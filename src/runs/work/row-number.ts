import type { RowOrdinals } from '../../engine/index.js';

/** The number of the row that is being masked, among all that its task masks. */
export class RowNumber implements RowOrdinals {
  private number = 0;

  current(): number {
    return this.number;
  }

  enter(number: number): void {
    this.number = number;
  }
}

import type { RowClock } from '../random/row-seeds.js';
import type { RowText } from './table-mask.js';

/** The row at hand: compiled masks and seeds hold this one object instead of being handed each row. */
export class RowFrame implements RowClock {
  row: RowText = [];
  rowNumber = 0;

  enter(row: RowText): void {
    this.row = row;
    this.rowNumber++;
  }
}

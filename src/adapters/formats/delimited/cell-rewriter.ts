import { FormatError } from '../format-error.js';
import type { CellText } from './cell-text.js';
import type { FileCounts, TabularMasker } from '../format-adapter.js';
import type { RecordPage } from './record-reader.js';
import type { RowText } from '../../../engine/index.js';
import type { TextCodec } from '../text-codec.js';

export interface CellRewriterParts {
  readonly cells: CellText;
  readonly codec: TextCodec;
  readonly columnNames: readonly string[];
  readonly nullText: string | null;
}

/** Masks the records of a page and puts the new cells into its text; everything between them stays as it is. */
export class CellRewriter {
  /** Positions of the cells whose spans are needed, ascending. */
  readonly wanted: readonly number[];
  private readonly readPlaces: readonly number[];
  /** Ascending by place in the record, so that a text is put together from left to right. */
  private readonly writes: readonly { readonly place: number; readonly index: number }[];
  private rows = 0;
  private rowsMasked = 0;
  private valuesMasked = 0;

  constructor(
    private readonly masker: TabularMasker,
    private readonly parts: CellRewriterParts,
  ) {
    this.wanted = [...new Set([...masker.read, ...masker.write])].sort((a, b) => a - b);
    this.readPlaces = masker.read.map((column) => this.wanted.indexOf(column));
    this.writes = masker.write
      .map((column, index) => ({ place: this.wanted.indexOf(column), index }))
      .sort((a, b) => a.place - b.place);
  }

  get counts(): FileCounts {
    return { rows: this.rows, rowsMasked: this.rowsMasked, valuesMasked: this.valuesMasked };
  }

  /** The text of the page, from `start` to its end. */
  async rewrite(text: string, start: number, page: RecordPage): Promise<string> {
    const rows: RowText[] = [];
    for (let row = 0; row < page.rows; row++) {
      rows.push(this.readPlaces.map((place) => this.readCell(text, page, { row, place })));
    }
    const given = this.masker.mask(rows, this.rows);
    const masked = given instanceof Promise ? await given : given;
    this.rows += page.rows;
    return this.joined(text, start, { page, masked });
  }

  private readCell(text: string, page: RecordPage, at: CellPlace): string | null {
    const value = this.textOf(text, page, at);
    if (value === null) {
      throw this.fault(page, at, `is not valid ${this.parts.codec.encoding.name}`);
    }
    return value === this.parts.nullText ? null : value;
  }

  private textOf(text: string, page: RecordPage, { row, place }: CellPlace): string | null {
    const at = (row * this.wanted.length + place) * 3;
    return this.parts.cells.read(text.slice(page.spans[at], page.spans[at + 1]), page.spans[at + 2] === 1);
  }

  private joined(text: string, start: number, { page, masked }: MaskedPage): string {
    const pieces: string[] = [];
    let copied = start;
    for (let row = 0; row < page.rows; row++) {
      const values = masked[row] ?? null;
      const before = this.valuesMasked;
      for (const { place, index } of values === null ? [] : this.writes) {
        const at = (row * this.wanted.length + place) * 3;
        const units = this.newCell(text, page, { row, place, value: values![index]! });
        if (units !== null) {
          pieces.push(text.slice(copied, page.spans[at]), units);
          copied = page.spans[at + 1]!;
          this.valuesMasked++;
        }
      }
      this.rowsMasked += Number(this.valuesMasked > before);
    }
    pieces.push(text.slice(copied, page.end));
    return pieces.join('');
  }

  /** Null: the cell stays as it is. */
  private newCell(text: string, page: RecordPage, at: CellPlace & { value: string | null }): string | null {
    const { cells, codec, nullText, columnNames } = this.parts;
    const value = at.value ?? nullText ?? '';
    if (value === this.textOf(text, page, at)) {
      return null;
    }
    const isQuoted = page.spans[(at.row * this.wanted.length + at.place) * 3 + 2] === 1;
    // An empty cell that is the whole record would be a blank line, which is no record.
    const units = cells.write(value, isQuoted || (value === '' && columnNames.length === 1));
    if (units === null) {
      throw this.fault(page, at, `is masked by a text that ${codec.encoding.name} has no characters for`);
    }
    return units;
  }

  private fault(page: RecordPage, { row, place }: CellPlace, what: string): FormatError {
    const column = this.parts.columnNames[this.wanted[place]!]!;
    return new FormatError('bad_encoding', `Line ${page.lines[row]}, column "${column}": the cell ${what}.`);
  }
}

interface CellPlace {
  readonly row: number;
  /** Among the wanted cells. */
  readonly place: number;
}

interface MaskedPage {
  readonly page: RecordPage;
  readonly masked: readonly (RowText | null)[];
}

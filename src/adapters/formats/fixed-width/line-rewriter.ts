import { aligned, FieldLine } from './field-line.js';
import { FormatError } from '../format-error.js';
import type { FileCounts, TabularMasker } from '../format-adapter.js';
import type { FixedWidthOptions } from './fixed-width-options.js';
import type { RowText } from '../../../engine/index.js';
import type { TextCodec } from '../text-codec.js';

/** A line of a page: its units without the line end. */
export interface NumberedLine {
  readonly units: string;
  readonly line: number;
}

const LINE_BREAK = /[\r\n]/;

/** Masks lines: the fields that come out different are written anew, in their place and alignment. */
export class LineRewriter {
  private readonly fields: FieldLine;
  private rows = 0;
  private rowsMasked = 0;
  private valuesMasked = 0;
  /** Positions of the columns of which values were cut. */
  private readonly cut = new Set<number>();

  constructor(
    private readonly masker: TabularMasker,
    private readonly options: FixedWidthOptions,
    private readonly codec: TextCodec,
  ) {
    this.fields = new FieldLine(codec);
  }

  get counts(): FileCounts {
    const { rows, rowsMasked, valuesMasked } = this;
    const cutColumns = [...this.cut].sort((a, b) => a - b).map((column) => this.options.columns[column]!);
    return {
      ...{ rows, rowsMasked, valuesMasked },
      cutColumns: cutColumns.map(({ name, start, end }) => ({ name, width: end - start })),
    };
  }

  /** The new units of each line. */
  async rewrite(lines: readonly NumberedLine[]): Promise<readonly string[]> {
    const rows = lines.map((line) => this.readRow(line));
    const given = this.masker.mask(rows, this.rows);
    const masked = given instanceof Promise ? await given : given;
    this.rows += lines.length;
    return lines.map((line, row) => this.newLine(line, masked[row] ?? null));
  }

  private readRow(line: NumberedLine): RowText {
    this.enter(line);
    return this.masker.read.map((column) => {
      const value = this.oldField(column).trim();
      return value === this.options.nullText ? null : value;
    });
  }

  private enter({ units, line }: NumberedLine): void {
    if (!this.fields.enter(units)) {
      const { name } = this.codec.encoding;
      throw new FormatError('bad_encoding', `Line ${line} is not valid ${name}: its fields cannot be found.`);
    }
  }

  private oldField(column: number): string {
    const { start, end } = this.options.columns[column]!;
    return this.fields.field(start, end);
  }

  private newLine(line: NumberedLine, values: RowText | null): string {
    if (values === null) {
      return line.units;
    }
    this.enter(line);
    const changes = this.masker.write
      .map((column, index) => ({ column, text: values[index] ?? this.options.nullText ?? '' }))
      .filter(({ column, text }) => text !== this.oldField(column).trim())
      .sort((a, b) => this.options.columns[a.column]!.start - this.options.columns[b.column]!.start);
    this.rowsMasked += Number(changes.length > 0);
    this.valuesMasked += changes.length;
    return changes.length === 0 ? line.units : this.withFields(line, changes);
  }

  private withFields(line: NumberedLine, changes: readonly { column: number; text: string }[]): string {
    const { fields } = this;
    let result = '';
    let copied = 0;
    for (const { column, text } of changes) {
      const { start, end } = this.options.columns[column]!;
      const missing = ' '.repeat(Math.max(0, start - Math.max(copied, fields.length)));
      const field = aligned(this.fitted(text, column, line), end - start, this.oldField(column));
      result += fields.part(copied, start) + missing + this.inUnits(field, column, line);
      copied = end;
    }
    return result + fields.part(copied);
  }

  private fitted(text: string, column: number, { line }: NumberedLine): string {
    const { name, start, end } = this.options.columns[column]!;
    const characters = Array.from(text);
    if (characters.length > end - start && this.options.tooWide === 'error') {
      const reason = `the masked value has ${characters.length} characters, the field ${end - start}`;
      throw new FormatError('bad_value', `Line ${line}, column "${name}": ${reason}.`);
    }
    const fitting = characters.slice(0, end - start).join('');
    if (fitting.length < text.length) {
      this.cut.add(column);
    }
    if (LINE_BREAK.test(fitting)) {
      throw new FormatError(
        'bad_value',
        `Line ${line}, column "${name}": the masked value holds a line break.`,
      );
    }
    return fitting;
  }

  private inUnits(field: string, column: number, { line }: NumberedLine): string {
    const units = this.codec.toUnits(field);
    if (units === null) {
      const what = `the field is masked by a text that ${this.codec.encoding.name} has no characters for`;
      const { name } = this.options.columns[column]!;
      throw new FormatError('bad_encoding', `Line ${line}, column "${name}": ${what}.`);
    }
    return units;
  }
}

import { CsvError, CsvReader } from './csv-text.js';

/** A longer record means a quote that is never closed, not data. */
const MAX_RECORD = 16 * 1024 * 1024;

/** Reads a CSV file piece by piece: only the record that a piece cuts in two is kept. Throws `CsvError`. */
export class CsvStream {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private readonly reader = new CsvReader();
  private rest = '';
  private started = false;

  /** The records that are whole with this piece. */
  push(bytes: Uint8Array): string[][] {
    this.take(() => this.decoder.decode(bytes, { stream: true }));
    const end = endOfRecords(this.rest);
    if (this.rest.length - end > MAX_RECORD) {
      throw new CsvError('A quote is never closed, or a record is too long', this.reader.line);
    }
    const records = this.reader.read(this.rest.slice(0, end));
    this.rest = this.rest.slice(end);
    return records;
  }

  /** The record that no line end follows, if any. */
  end(): string[][] {
    this.take(() => this.decoder.decode());
    return this.reader.read(this.rest);
  }

  private take(decode: () => string): void {
    try {
      this.rest += decode();
    } catch {
      throw new CsvError('The file is not valid UTF-8', this.reader.line);
    }
    if (!this.started && this.rest !== '') {
      this.started = true;
      this.rest = this.rest.replace(/^\ufeff/, '');
    }
  }
}

/** Index behind the last line end that is not inside quotes; 0: there is none. */
function endOfRecords(text: string): number {
  let end = 0;
  let at = 0;
  for (;;) {
    const quote = text.indexOf('"', at);
    const lineEnd = text.lastIndexOf('\n', quote === -1 ? text.length : quote);
    if (lineEnd >= at) {
      end = lineEnd + 1;
    }
    const close = quote === -1 ? -1 : text.indexOf('"', quote + 1);
    if (close === -1) {
      return end;
    }
    at = close + 1;
  }
}

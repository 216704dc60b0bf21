import { FormatError } from './format-error.js';
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import type { TextEncoding } from './text-encoding.js';

/**
 * How the bytes of a text are looked at: as a string of _units_. Where every byte below 128 is the ASCII character, one
 * unit is one byte, so that whatever is not masked passes through untouched, valid or not; only cells are decoded.
 * Otherwise (UTF-16, UTF-32) one unit is one UTF-16 code unit.
 */
export interface TextCodec {
  readonly encoding: TextEncoding;
  /** The units of `special`, which are characters that structure a file. */
  decoder(): UnitDecoder;
  /** Whole characters only. */
  encode(units: string): Buffer;
  /** The text of these units; null: they are not valid in the encoding. */
  toText(units: string): string | null;
  /** Null: the encoding has no such character. */
  toUnits(text: string): string | null;
  /** The text of these units where `toUnits` is sure to give them again from any part of it; null: it is not. */
  toSafeText(units: string): string | null;
}

/** Turns a stream of bytes into units. */
export interface UnitDecoder {
  push(bytes: Buffer): string;
  /** What is left over; throws `FormatError` when it is half a character. */
  end(): string;
}

/** Behind these bytes of a character there may be a second one that looks like ASCII, from this on. */
const FIRST_SECOND_BYTE = 0x40;

/** `special`: the characters that give the file its structure, besides line ends. */
export function textCodec(encoding: TextEncoding, special: readonly string[]): TextCodec {
  return isByteWise(encoding.name, special) ? new ByteCodec(encoding) : new CharacterCodec(encoding);
}

function isByteWise(name: string, special: readonly string[]): boolean {
  if (/^(utf16|utf32|ucs)/.test(name)) {
    return false;
  }
  const bytes = special.map((character) => iconv.encode(character, name));
  if (bytes.some((byte) => byte.length !== 1)) {
    return false;
  }
  return isSingleByte(name) || bytes.every(([byte]) => (name === 'utf8' ? byte! < 0x80 : neverSecond(byte!)));
}

/** Second bytes of East Asian encodings are letters and a few signs; digits in GB 18030. */
function neverSecond(byte: number): boolean {
  return byte < FIRST_SECOND_BYTE && !(byte >= 0x30 && byte <= 0x39);
}

function isSingleByte(name: string): boolean {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  return name !== 'utf8' && iconv.decode(all, name).length === all.length;
}

// eslint-disable-next-line no-control-regex -- ASCII is what is asked for
const ASCII = /^[\x00-\x7f]*$/;

class ByteCodec implements TextCodec {
  private readonly isUtf8: boolean;

  constructor(readonly encoding: TextEncoding) {
    this.isUtf8 = encoding.name === 'utf8';
  }

  decoder(): UnitDecoder {
    return { push: (bytes) => bytes.toString('latin1'), end: () => '' };
  }

  encode(units: string): Buffer {
    return Buffer.from(units, 'latin1');
  }

  toText(units: string): string | null {
    if (ASCII.test(units)) {
      return units;
    }
    const bytes = Buffer.from(units, 'latin1');
    if (this.isUtf8) {
      return isUtf8(bytes) ? bytes.toString('utf8') : null;
    }
    const text = iconv.decode(bytes, this.encoding.name, { stripBOM: false });
    return !text.includes('\ufffd') || iconv.encode(text, this.encoding.name).equals(bytes) ? text : null;
  }

  toUnits(text: string): string | null {
    if (ASCII.test(text)) {
      return text;
    }
    if (this.isUtf8) {
      const bytes = Buffer.from(text, 'utf8');
      return bytes.toString('utf8') === text ? bytes.toString('latin1') : null;
    }
    return encodeExactly(text, this.encoding.name)?.toString('latin1') ?? null;
  }

  toSafeText(units: string): string | null {
    return this.isUtf8 ? this.toText(units) : ASCII.test(units) ? units : null;
  }
}

class CharacterCodec implements TextCodec {
  constructor(readonly encoding: TextEncoding) {}

  decoder(): UnitDecoder {
    return new ExactDecoder(this.encoding.name);
  }

  encode(units: string): Buffer {
    return iconv.encode(units, this.encoding.name, { addBOM: false });
  }

  toText(units: string): string | null {
    return units;
  }

  toUnits(text: string): string | null {
    return encodeExactly(text, this.encoding.name) === null ? null : text;
  }

  toSafeText(units: string): string {
    return units;
  }
}

function encodeExactly(text: string, name: string): Buffer | null {
  const bytes = iconv.encode(text, name, { addBOM: false });
  return iconv.decode(bytes, name, { stripBOM: false }) === text ? bytes : null;
}

/** Decodes and makes sure that encoding gives the same bytes again: nothing may change by being read. */
class ExactDecoder implements UnitDecoder {
  private readonly decoder;
  private readonly encoder;
  private open: Buffer = Buffer.alloc(0);
  private done = 0;

  constructor(private readonly name: string) {
    this.decoder = iconv.getDecoder(name, { stripBOM: false });
    this.encoder = iconv.getEncoder(name, { addBOM: false });
  }

  push(bytes: Buffer): string {
    const units = this.decoder.write(bytes);
    this.open = Buffer.concat([this.open, bytes]);
    this.compare(this.encoder.write(units));
    return units;
  }

  end(): string {
    const units = this.decoder.end() ?? '';
    this.compare(Buffer.concat([this.encoder.write(units), this.encoder.end() ?? Buffer.alloc(0)]));
    if (this.open.length > 0) {
      throw new FormatError(
        'bad_encoding',
        `The file ends within a character of its encoding, ${this.name}.`,
      );
    }
    return units;
  }

  private compare(again: Buffer): void {
    if (!this.open.subarray(0, again.length).equals(again)) {
      const place = `bytes ${this.done} to ${this.done + this.open.length}`;
      throw new FormatError('bad_encoding', `Among ${place} of the file some are not valid ${this.name}.`);
    }
    this.open = this.open.subarray(again.length);
    this.done += again.length;
  }
}

import { bitWidth, hybrid } from './page-bits.js';
import { i32 } from './footer.js';
import { THRIFT, writeThrift } from './thrift.js';
import { unfit } from './plain-texts.js';
import type { PageCodec } from './page-codecs.js';
import type { PlainEncoder } from './plain-encoder.js';
import type { ThriftField, ThriftStruct } from './thrift.js';

const PAGE_VALUES = 20_000;
const PAGE_CHARACTERS = 1024 * 1024;
/** Of the values in a dictionary: more do not pay. */
const MOST_WORDS = 32_768;
const MOST_WORD_CHARACTERS = 512 * 1024;
/** Where so many values are all different, so are most of the others. */
const FIRST_LOOK = 1000;

/** As the format numbers them. */
const ENCODING = { PLAIN: 0, RLE: 3, RLE_DICTIONARY: 8 } as const;
const PAGE = { DATA: 0, DICTIONARY: 2 } as const;

/** How one column is written. */
export interface ChunkShape {
  readonly nullable: boolean;
  readonly encode: PlainEncoder;
  readonly codec: PageCodec;
  /** Values of two kinds need no dictionary. */
  readonly hasDictionary: boolean;
}

/** A column of one row group, written anew. */
export interface WrittenChunk {
  readonly bytes: readonly Buffer[];
  readonly values: number;
  readonly nulls: number;
  /** Of `bytes`: how long, and before compression. */
  readonly packedLength: number;
  readonly length: number;
  /** Of the dictionary page, which comes first; 0: there is none. */
  readonly dictionaryLength: number;
  readonly encodings: readonly number[];
}

/** Writes the values of one column of one row group into pages; only compressed pages are held. */
export class ChunkWriter {
  private texts: string[] = [];
  private characters = 0;
  /** For each value of the page: is there one? */
  private levels: number[] = [];
  private values = 0;
  private nulls = 0;
  private readonly pages: Buffer[] = [];
  private packedLength = 0;
  private length = 0;
  private hasPlainPages = false;
  private words: Map<string, number> | null;
  private wordCharacters = 0;

  constructor(private readonly shape: ChunkShape) {
    this.words = shape.hasDictionary ? new Map() : null;
  }

  /** Throws `FormatError` where there must be a value and is none. */
  push(text: string | null): void {
    if (text === null && !this.shape.nullable) {
      throw unfit();
    }
    this.levels.push(text === null ? 0 : 1);
    if (text !== null) {
      this.texts.push(text);
      this.characters += text.length;
    }
    if (this.levels.length >= PAGE_VALUES || this.characters >= PAGE_CHARACTERS) {
      this.endPage();
    }
  }

  end(): WrittenChunk {
    if (this.levels.length > 0) {
      this.endPage();
    }
    const { values, nulls } = this;
    const words = [...(this.words?.keys() ?? [])];
    const dictionary = words.length > 0 ? this.dictionary(words) : NO_PAGE;
    return {
      ...{ bytes: [...dictionary.bytes, ...this.pages], values, nulls },
      packedLength: this.packedLength + dictionary.packedLength,
      length: this.length + dictionary.length,
      dictionaryLength: dictionary.packedLength,
      // A dictionary is itself plain.
      encodings: [ENCODING.PLAIN, ENCODING.RLE, ...(words.length > 0 ? [ENCODING.RLE_DICTIONARY] : [])],
    };
  }

  private endPage(): void {
    const { levels, texts } = this;
    const indexes = this.indexesOf(texts);
    const body = indexes === null ? this.shape.encode(texts) : dictionaryBody(indexes);
    this.hasPlainPages ||= indexes === null;
    const page = Buffer.concat([...(this.shape.nullable ? levelBytes(levels) : []), body]);
    const header: ThriftStruct = new Map([
      [1, i32(levels.length)],
      [2, i32(indexes === null ? ENCODING.PLAIN : ENCODING.RLE_DICTIONARY)],
      [3, i32(ENCODING.RLE)],
      [4, i32(ENCODING.RLE)],
    ]);
    const { bytes, packedLength, length } = this.packed(page, PAGE.DATA, [5, header]);
    this.pages.push(...bytes);
    this.packedLength += packedLength;
    this.length += length;
    this.values += levels.length;
    this.nulls += levels.length - texts.length;
    [this.texts, this.levels, this.characters] = [[], [], 0];
  }

  /** Places in the dictionary; null: the page is written without. Once it is full, or does not pay, it grows no more. */
  private indexesOf(texts: readonly string[]): Uint32Array | null {
    const { words } = this;
    if (words === null || this.hasPlainPages || texts.length === 0) {
      return null;
    }
    const isFirst = this.values === 0;
    if (isFirst && areAllDifferent(texts)) {
      this.words = null;
      return null;
    }
    const before = words.size;
    const indexes = Uint32Array.from(texts, (text) => this.wordOf(words, text));
    const pays = !isFirst || words.size * 2 <= texts.length;
    if (pays && words.size <= MOST_WORDS && this.wordCharacters <= MOST_WORD_CHARACTERS) {
      return indexes;
    }
    if (isFirst) {
      this.words = null;
    } else {
      [...words.keys()].slice(before).forEach((word) => words.delete(word));
    }
    return null;
  }

  private wordOf(words: Map<string, number>, text: string): number {
    const known = words.get(text);
    if (known !== undefined) {
      return known;
    }
    words.set(text, words.size);
    this.wordCharacters += text.length;
    return words.size - 1;
  }

  private dictionary(words: readonly string[]): Packed {
    const header: ThriftStruct = new Map([
      [1, i32(words.length)],
      [2, i32(ENCODING.PLAIN)],
    ]);
    return this.packed(this.shape.encode(words), PAGE.DICTIONARY, [7, header]);
  }

  private packed(page: Buffer, type: number, [id, header]: readonly [number, ThriftStruct]): Packed {
    const body = this.shape.codec(page);
    const head = writeThrift(
      new Map<number, ThriftField>([
        [1, i32(type)],
        [2, i32(page.length)],
        [3, i32(body.length)],
        [id, { kind: THRIFT.STRUCT, value: header }],
      ]),
    );
    return {
      ...{ bytes: [head, body], packedLength: head.length + body.length },
      length: head.length + page.length,
    };
  }
}

type Packed = Pick<WrittenChunk, 'bytes' | 'packedLength' | 'length'>;

const NO_PAGE: Packed = { bytes: [], packedLength: 0, length: 0 };

/** Of a whole first page, by its first values. */
function areAllDifferent(texts: readonly string[]): boolean {
  return texts.length >= FIRST_LOOK && new Set(texts.slice(0, FIRST_LOOK)).size === FIRST_LOOK;
}

function levelBytes(levels: readonly number[]): readonly Buffer[] {
  const bytes = hybrid(levels, 1);
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32LE(bytes.length);
  return [length, bytes];
}

function dictionaryBody(indexes: Uint32Array): Buffer {
  let most = 0;
  for (const index of indexes) {
    most = Math.max(most, index);
  }
  const width = bitWidth(most + 1);
  return Buffer.concat([Buffer.of(width), hybrid(indexes, width)]);
}

import { array, assert, asyncProperty, constantFrom, integer, tuple } from 'fast-check';
import { bytesSource, maskBytes } from '../../../test/support/mask-bytes.js';
import { compileDocuments, jsonRule } from '../../../test/support/mask-documents.js';
import { decompress } from 'fzstd';
import {
  delimitedFormat,
  fixedWidthFormat,
  jsonFormat,
  ndjsonFormat,
  objectsWithCompression,
  tabularWithCompression,
  textFormat,
  xmlFormat,
} from './index.js';
import { gunzipSync, gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { packer } from './compression/packer.js';
import { Readable } from 'node:stream';
import type { Arbitrary } from 'fast-check';
import type {
  Compression,
  DelimitedOptions,
  FixedWidthOptions,
  ObjectFormat,
  TabularMaskerMaker,
} from './index.js';

/** A file whose only value that a rule takes stands between `before` and `after`. */
interface Split {
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

/** How the characters of a file lie on the disk. */
interface Wrapping {
  readonly encoding: string;
  readonly mark: boolean;
  readonly lineEnd: string;
  readonly compression: Compression | null;
  readonly pieceLength: number;
}

interface TextKind {
  readonly files: Arbitrary<Split>;
  /** What stands in the place of `value` afterwards. */
  readonly masked: string;
  /** `hits`: does any rule find something? */
  mask(bytes: Buffer, wrapping: Wrapping, hits: boolean): Promise<Buffer>;
}

/** With signs that latin1 has, too: `ä`. */
const signs = (...more: readonly string[]): Arbitrary<string> =>
  array(constantFrom('a', 'B', '0', ' ', 'ä', '.', ...more), { maxLength: 8 }).map((parts) => parts.join(''));
const many = (part: Arbitrary<string>): Arbitrary<string> =>
  array(part, { maxLength: 5 }).map((parts) => parts.join(''));
const around = (part: Arbitrary<string>, value: Arbitrary<string>, frame: Frame): Arbitrary<Split> =>
  tuple(many(part), value, many(part)).map(([first, middle, last]) => ({
    ...{ before: frame.start + first + frame.before, value: middle },
    after: frame.after + last + frame.end,
  }));

interface Frame {
  readonly start: string;
  readonly before: string;
  readonly after: string;
  readonly end: string;
}

/** `\n` stands for the line end of the file. */
const cell = signs().map((text) => text.trim());
const quoted = signs(',', '""', '\n').map((text) => `"${text}"`);
const csvCell = constantFrom(0, 1).chain((isQuoted) => (isQuoted === 1 ? quoted : cell));
const csvRow = tuple(csvCell, csvCell).map(([a, b]) => `r,${a},${b}\n`);
const field = signs().map((text) => text.replaceAll(' ', 'x').padEnd(8).slice(0, 8));
const scalar = constantFrom('1.0', '-0', '1e3', 'null', '"\\u00e4\\/"', '12345678901234567890', '"ä"', '{}');
const jsonMember = tuple(signs(), scalar).map(([key, value]) => ` "k${key}" : ${value},\n`);
const jsonLine = tuple(signs(), scalar).map(([key, value]) => ` {"k${key}":${value} }\n\n`);
const xmlPart = constantFrom(
  ...['<!-- ä & < -->', '<p:b xmlns:p="u" c = \'"\' >é &amp; &#65;</p:b>', '<![CDATA[ <x> ]]>', '<e />\n'],
  ...['<?go on?>', ' \n\t', '<o n="1">&lt;</o >'],
);

const KINDS: Readonly<Record<string, TextKind>> = {
  delimited: {
    files: around(
      csvRow,
      csvCell.map((text) => text),
      { start: 'id,näme,c\n', before: 'HIT,', after: ',z\n', end: 'q,"",' },
    ),
    masked: '"x, ä"',
    mask: (bytes, wrapping, hits) => {
      const options: DelimitedOptions = {
        ...{ encoding: wrapping.encoding, delimiter: ',', quoteCharacter: '"' },
        ...{ nullText: null, namedColumns: ['id'] },
      };
      const format = tabularWithCompression(delimitedFormat, wrapping.compression);
      const masker: TabularMaskerMaker = () => ({
        ...{ read: [0, 1], write: [1] },
        mask: (rows) => rows.map(([id, old]) => (hits && id === 'HIT' ? ['x, ä'] : [old ?? null])),
      });
      return maskBytes(format, source(bytes, wrapping), { options, masker }).then((done) => done.bytes);
    },
  },
  'fixed width': {
    files: around(
      tuple(field, field).map(([a, b]) => `r${a}${b}\n`),
      field,
      { start: '', before: '!', after: 'abcdefgh\n', end: 'rshort' },
    ),
    masked: 'x ä     ',
    mask: (bytes, wrapping, hits) => {
      const options: FixedWidthOptions = {
        ...{ encoding: wrapping.encoding, nullText: null, tooWide: 'truncate', lineEnding: null },
        columns: [
          { name: 'id', start: 0, end: 1 },
          { name: 'a', start: 1, end: 9 },
        ],
      };
      const format = tabularWithCompression(fixedWidthFormat, wrapping.compression);
      const masker: TabularMaskerMaker = () => ({
        ...{ read: [0, 1], write: [1] },
        mask: (rows) => rows.map(([id, old]) => (hits && id === '!' ? ['x ä'] : [old ?? null])),
      });
      return maskBytes(format, source(bytes, wrapping), { options, masker }).then((done) => done.bytes);
    },
  },
  JSON: {
    files: around(jsonMember, scalar, { start: ' {', before: '"one" : ', after: ' ,', end: '"z":[1.0]}\n' }),
    masked: '"gone"',
    mask: documents(jsonFormat, jsonRule([['one']])),
  },
  NDJSON: {
    files: around(jsonLine, scalar, { start: '', before: '{ "one" : ', after: ' }\n', end: ' {"z":-0.0}' }),
    masked: '"gone"',
    mask: documents(ndjsonFormat, jsonRule([['one']])),
  },
  XML: {
    files: around(xmlPart, constantFrom('ä', 'a &amp; b', '&#228;'), {
      ...{ start: '<?xml version="1.0"?>\n<c>', before: "<n  k='1'>" },
      ...{ after: '</n >', end: '</c >\n<!-- end -->' },
    }),
    masked: 'x&lt;ä',
    mask: documents(
      xmlFormat,
      '[{masks: [{type: xml, transforms: [{path: /c/n, on_missing: skip, node_transforms: [{type: text, masks: [{type: from_fixed, value: "x<ä"}]}]}]}]}]',
    ),
  },
  text: {
    files: around(signs('\n', '\0', '\t'), constantFrom('T-1', 'T-22'), {
      ...{ start: '', before: ' ', after: ' ', end: '' },
    }),
    masked: 'Ä',
    mask: documents(
      textFormat,
      '[{masks: [{type: unstructured_text, matchers: {regex: [{label: T, pattern: "T-[0-9]+"}]}, masks: [{label: T, masks: [{type: from_fixed, value: "Ä"}]}]}]}]',
    ),
  },
};

/** By rules of a ruleset, or by one that finds nothing. */
function documents(format: ObjectFormat, rules: string): TextKind['mask'] {
  const nothing: Readonly<Record<string, string>> = {
    ...{ one: 'none', '/c/n': '/c/none', 'T-[0-9]+': 'U-[0-9]+' },
  };
  const absent = Object.entries(nothing).reduce((text, [from, to]) => text.replace(from, to), rules);
  return async (bytes, wrapping, hits) => {
    const given = {
      options: { encoding: wrapping.encoding },
      masker: compileDocuments(hits ? rules : absent, format.content),
    };
    const packed = objectsWithCompression(format, wrapping.compression);
    return (await maskBytes(packed, source(bytes, wrapping), given)).bytes;
  };
}

const source = (bytes: Buffer, { pieceLength }: Wrapping): ReturnType<typeof bytesSource> =>
  bytesSource(bytes, pieceLength, 'a/file');

const wrappings: Arbitrary<Wrapping> = tuple(
  constantFrom(...[['utf-8', false] as const, ['utf-8', true] as const, ['utf-16le', true] as const]).chain(
    (known) => constantFrom(known, ['utf-16be', true] as const, ['latin1', false] as const),
  ),
  constantFrom('\n', '\r\n'),
  constantFrom<Compression | null>(null, null, 'gzip', 'zstd'),
  integer({ min: 1, max: 40 }),
).map(([[encoding, mark], lineEnd, compression, pieceLength]) => ({
  ...{ encoding, mark, lineEnd, compression, pieceLength },
}));

describe.each(Object.entries(KINDS))(
  '%s in any encoding, with any line end, compressed or not',
  (_, kind) => {
    it('comes out byte by byte where nothing is masked', async () => {
      await assert(
        asyncProperty(kind.files, wrappings, async ({ before, value, after }, wrapping) => {
          const bytes = written(before + value + after, wrapping);
          const output = await kind.mask(await pack(bytes, wrapping), wrapping, false);
          expect(unpack(output, wrapping)).toEqual(bytes);
        }),
        { seed: 1, numRuns: 150 },
      );
    });

    it('changes one value and no other byte', async () => {
      await assert(
        asyncProperty(kind.files, wrappings, async ({ before, value, after }, wrapping) => {
          const bytes = await pack(written(before + value + after, wrapping), wrapping);
          const output = await kind.mask(bytes, wrapping, true);
          expect(unpack(output, wrapping)).toEqual(written(before + kind.masked + after, wrapping));
        }),
        { seed: 2, numRuns: 150 },
      );
    });
  },
);

function written(text: string, { encoding, mark, lineEnd }: Wrapping): Buffer {
  return iconv.encode(text.replaceAll('\n', lineEnd), encoding, { addBOM: mark });
}

async function pack(bytes: Buffer, { compression }: Wrapping): Promise<Buffer> {
  if (compression !== 'zstd') {
    return compression === null ? bytes : gzipSync(bytes);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.from([bytes]).pipe(await packer('zstd'))) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function unpack(bytes: Buffer, { compression }: Wrapping): Buffer {
  if (compression === null) {
    return bytes;
  }
  return compression === 'gzip' ? gunzipSync(bytes) : Buffer.from(decompress(bytes));
}

import { avroFormat, FormatError } from '../../index.js';
import avro from 'avsc';
import { jsonRule, maskDocuments } from '../../../../../test/support/mask-documents.js';
import { bytesSource, maskBytes } from '../../../../../test/support/mask-bytes.js';
import { packer } from '../../compression/packer.js';
import { crc32, deflateRawSync } from 'node:zlib';
import snappy from 'snappyjs';

const SCHEMA = {
  type: 'record',
  name: 'Person',
  namespace: 'a.b',
  fields: [
    { name: 'name', type: ['null', 'string'], default: null },
    { name: 'small', type: 'int' },
    { name: 'big', type: 'long' },
    { name: 'ratio', type: 'double' },
    { name: 'single', type: 'float' },
    { name: 'flag', type: 'boolean' },
    { name: 'raw', type: 'bytes' },
    { name: 'code', type: { type: 'fixed', name: 'Code', size: 3 } },
    { name: 'suit', type: { type: 'enum', name: 'Suit', symbols: ['CLUB', 'HEART'] } },
    { name: 'born', type: { type: 'int', logicalType: 'date' } },
    { name: 'seen', type: ['null', { type: 'long', logicalType: 'timestamp-micros' }] },
    { name: 'at', type: { type: 'int', logicalType: 'time-millis' } },
    { name: 'paid', type: { type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 } },
    { name: 'id', type: { type: 'string', logicalType: 'uuid' } },
    { name: 'mails', type: { type: 'array', items: 'string' } },
    { name: 'more', type: { type: 'map', values: ['long', 'string'] } },
    { name: 'boss', type: ['null', 'Person'], default: null },
  ],
};
/** Exact where avsc's own would round. */
const LONG = avro.types.LongType.__with(
  {
    fromBuffer: (bytes: Buffer) => bytes.readBigInt64LE(),
    toBuffer: (value: bigint) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(value);
      return bytes;
    },
    fromJSON: BigInt,
    toJSON: Number,
    isValid: (value: unknown) => typeof value === 'bigint',
    compare: (a: bigint, b: bigint) => Number(a - b),
  },
  false,
);
const TYPE = avro.Type.forSchema(SCHEMA as never, { registry: { long: LONG }, wrapUnions: true });
const SYNC = Buffer.from('0123456789abcdef');

const ANNA = {
  ...{
    name: { string: 'Änna' },
    small: -7,
    big: 9_007_199_254_740_993n,
    ratio: 0.1,
    single: 1.5,
    flag: true,
  },
  ...{ raw: Buffer.from([0, 255, 65]), code: Buffer.from('abc'), suit: 'HEART', born: 18_262 },
  ...{ seen: { long: 1_577_934_245_123_456 }, at: 3_723_004, paid: Buffer.from([0xfb, 0x2e]) },
  ...{ id: '123e4567-e89b-12d3-a456-426614174000', mails: ['a@x', 'b@x'] },
  ...{ more: { k: { long: 1n }, s: { string: 'v' } }, boss: null as unknown },
};
const PEOPLE = [ANNA, { ...ANNA, name: null, boss: { 'a.b.Person': ANNA } }];

function header(codec: string, schema: string): Buffer {
  const type = avro.Type.forSchema({ type: 'map', values: 'bytes' });
  const facts = {
    'avro.schema': Buffer.from(schema),
    'avro.codec': Buffer.from(codec),
    'own.fact': Buffer.from('x'),
  };
  return Buffer.concat([Buffer.from('Obj\u0001'), type.toBuffer(facts), SYNC]);
}

function block(count: number, data: Buffer): Buffer {
  const long = avro.Type.forSchema('long');
  return Buffer.concat([long.toBuffer(count), long.toBuffer(data.length), data, SYNC]);
}

function crc(plain: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(plain));
  return bytes;
}

async function zstd(plain: Buffer): Promise<Buffer> {
  const packing = await packer('zstd');
  packing.end(plain);
  return Buffer.concat(await (packing as unknown as { toArray(): Promise<Buffer[]> }).toArray());
}

const PACK: Readonly<Record<string, (plain: Buffer) => Buffer | Promise<Buffer>>> = {
  null: (plain) => plain,
  deflate: (plain) => deflateRawSync(plain),
  snappy: (plain) => Buffer.concat([snappy.compress(plain), crc(plain)]),
  zstandard: zstd,
};

async function file(codec = 'null', people: readonly unknown[] = PEOPLE): Promise<Buffer> {
  const blocks = people.map(async (person) => block(1, await PACK[codec]!(TYPE.toBuffer(person))));
  return Buffer.concat([header(codec, JSON.stringify(SCHEMA)), ...(await Promise.all(blocks))]);
}

const MASKED_NAME = '{type: from_fixed, value: gone}';

describe('Avro files', () => {
  it.each(Object.keys(PACK))('packed by %s keep all but what is masked', async (codec) => {
    const { bytes, counts } = await maskDocuments(
      avroFormat,
      await file(codec),
      jsonRule([['boss', 'name']]),
      { pieceLength: 11 },
    );
    const boss = { 'a.b.Person': { ...ANNA, name: { string: 'gone' } } };
    expect(bytes.equals(await file(codec, [ANNA, { ...PEOPLE[1], boss }]))).toBe(true);
    expect(counts).toEqual({ rows: 2, rowsMasked: 1, valuesMasked: 1 });
  });

  it('are copied byte by byte where nothing is masked', async () => {
    const bytes = await file('deflate');
    const masked = await maskDocuments(avroFormat, bytes, jsonRule([['no such field']]), { pieceLength: 7 });
    expect(masked.bytes.equals(bytes)).toBe(true);
  });

  it.each<[string, string, unknown]>([
    ['small', '{type: from_fixed, value: 12}', { small: 12 }],
    ['big', '{type: from_fixed, value: 9007199254740995}', { big: 9_007_199_254_740_995n }],
    ['ratio', '{type: from_fixed, value: 2.5}', { ratio: 2.5 }],
    ['flag', '{type: from_fixed, value: false}', { flag: false }],
    ['raw', '{type: from_fixed, value: "ÿ"}', { raw: Buffer.from([255]) }],
    ['code', '{type: from_fixed, value: xyz}', { code: Buffer.from('xyz') }],
    ['suit', '{type: from_fixed, value: CLUB}', { suit: 'CLUB' }],
    ['born', '{type: from_fixed, value: "1970-01-02"}', { born: 1 }],
    ['seen', '{type: from_fixed, value: "1970-01-01T01:00:00.000001+01:00"}', { seen: { long: 1 } }],
    ['seen', '{type: from_fixed, value: null}', { seen: null }],
    ['at', '{type: from_fixed, value: "00:00:01"}', { at: 1000 }],
    ['paid', '{type: from_fixed, value: 1.5}', { paid: Buffer.from([0, 150]) }],
    ['name', '{type: from_fixed, value: 7}', { name: { string: '7' } }],
    ['more', '{type: from_fixed, value: null}', null],
    ['code', '{type: from_fixed, value: toolong}', null],
    ['small', '{type: from_fixed, value: 3000000000}', null],
    ['suit', '{type: from_fixed, value: SPADE}', null],
    ['paid', '{type: from_fixed, value: 0.001}', null],
  ])('take for %s what %s gives, if it fits the type', async (...[field, mask, change]) => {
    const masking = maskDocuments(avroFormat, await file('null', [ANNA]), jsonRule([[field]], mask));
    const bytes = await masking.then(
      (masked) => masked.bytes,
      (error: unknown) => error,
    );
    const expected =
      change === null
        ? new FormatError(
            'bad_value',
            'A masked value in record 1 does not fit its type in the schema of the file.',
          )
        : await file('null', [{ ...ANNA, ...(change as object) }]);
    expect(bytes).toEqual(expected);
  });

  it('show records as JSON: unions as what they hold, dates and decimals as people write them', async () => {
    const seen: string[] = [];
    const masker = {
      mask: (record: string) => (seen.push(record), null),
      valuesMasked: 0,
      stream: () => null,
    };
    await maskBytes(avroFormat, bytesSource(await file('null', [ANNA])), {
      options: { encoding: 'utf-8' },
      masker,
    });
    expect(seen).toEqual([
      '{"name":"Änna","small":-7,"big":9007199254740993,"ratio":0.1,"single":1.5,"flag":true,' +
        '"raw":"\\u0000ÿA","code":"abc","suit":"HEART","born":"2020-01-01","seen":"2020-01-02T03:04:05.123456Z",' +
        '"at":"01:02:03.004","paid":-12.34,"id":"123e4567-e89b-12d3-a456-426614174000","mails":["a@x","b@x"],' +
        '"more":{"k":1,"s":"v"},"boss":null}',
    ]);
  });

  it('mask items of lists and values of maps in their places', async () => {
    const rules = jsonRule(
      [
        ['mails', 1],
        ['more', '*'],
      ],
      MASKED_NAME,
    );
    const { bytes } = await maskDocuments(avroFormat, await file('null', [ANNA]), rules);
    const expected = {
      ...ANNA,
      mails: ['a@x', 'gone'],
      more: { k: { string: 'gone' }, s: { string: 'gone' } },
    };
    expect(bytes.equals(await file('null', [expected]))).toBe(true);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['other files', () => Buffer.from('PAR1....'), /no Avro file/],
    [
      'an unknown codec',
      () => header('bzip2', JSON.stringify(SCHEMA)),
      /compressed by "bzip2"; supported are null, deflate/,
    ],
    ['no schema', () => header('null', '{"type": "nothing"}'), /no Avro schema/],
    [
      'a header that is cut off',
      () => header('null', JSON.stringify(SCHEMA)).subarray(0, 90),
      /header of the file does not end/,
    ],
    [
      'a block that is cut off',
      async () => (await file()).subarray(0, -3),
      /The block at byte \d+ is cut off/,
    ],
    ['damaged data', async () => damaged(await file('deflate')), /The block at byte \d+ cannot be unpacked/],
    [
      'a wrong count',
      () => Buffer.concat([header('null', '"int"'), block(2, Buffer.from([2]))]),
      /does not end within it/,
    ],
    [
      'too many bytes',
      () => Buffer.concat([header('null', '"int"'), block(1, Buffer.from([2, 2]))]),
      /Behind record 1 a block goes on/,
    ],
  ])('refuse %s', async (_, bytes, message) => {
    const masking = maskDocuments(avroFormat, await bytes(), '[{masks: [{type: do_nothing}]}]');
    await expect(masking).rejects.toThrow(FormatError);
    await expect(maskDocuments(avroFormat, await bytes(), '[{masks: [{type: do_nothing}]}]')).rejects.toThrow(
      message,
    );
  });
});

/** With a byte of the first block's data changed. */
function damaged(bytes: Buffer): Buffer {
  const at = bytes.indexOf(SYNC) + SYNC.length + 4;
  return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xff]), bytes.subarray(at + 2)]);
}

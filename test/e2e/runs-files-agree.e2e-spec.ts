import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import avro from 'avsc';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { connectTo, createTasks, logOf, runToEnd } from '../support/builders/run.builder.js';
import { viewParquet } from '../support/parquet-files.js';
import { runFilesToEnd, useFileStage } from '../support/file-stage.js';
import { MaskClient, storePlan } from '../support/mask-client.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

const stage = useFileStage();
const SECRET = { run_secret: 'one secret for every store of one identity' };
const PEOPLE = [
  ['4711', 'Anna Berg'],
  ['4712', 'Zoltán Čapek'],
] as const;

let target: TestDatabase;

beforeAll(async () => {
  target = await createTargetDatabase();
});

afterAll(async () => {
  await target.drop();
});

const IN_JSON = `      - hash_sources: [{json_path: [id]}]
        masks: [{type: json, transforms: [{path: [name], masks: [{type: imitate}]}]}]
`;
const IN_FLIGHT = `{hash_sources: [{json_path: [id]}],
  masks: [{type: json, transforms: [{path: [name], masks: [{type: imitate}]}]}]}`;
const TASKS = `  - type: mask_tabular_file
    include: [{glob: "*.csv"}, {glob: "*.csv.gz"}, {glob: "*.fix"}, {glob: "*.parquet"}]
    fixed_width_extension: fix
    fixed_width_columns_indexes: [[0, 4], [4, 24]]
    fixed_width_column_names: [id, name]
    rules:
      - column: name
        hash_columns: [id]
        masks: [{type: imitate}]
  - type: mask_file
    include: [{glob: "*.json"}, {glob: "*.ndjson"}, {glob: "*.avro"}]
    rules:
${IN_JSON}  - type: mask_file
    include: [{glob: "*.xml"}]
    rules:
      - hash_sources: [{xpath: /person/@id}]
        masks: [{type: xml, transforms: [{path: /person/name, masks: [{type: imitate}]}]}]
`;

it('masks one identity alike in PostgreSQL, in files of every kind and in flight', async () => {
  await target.query('CREATE TABLE people (id integer PRIMARY KEY, name text NOT NULL)');
  for (const [id, name] of PEOPLE) {
    await target.query(`INSERT INTO people VALUES (${id}, '${name}')`);
  }
  const table = `  - type: mask_table
    table: people
    key: id
    rules:
      - column: name
        hash_columns: [id]
        masks: [{type: imitate}]
`;
  const inDatabase = await runToEnd(stage.admin, {
    connection: await connectTo(stage.admin, target),
    ruleset: await createTasks(stage.admin, table),
    options: SECRET,
  });
  expect(inDatabase.status).toBe('finished');
  const names = (await target.query<{ name: string }>('SELECT name FROM people ORDER BY id')).map(
    (row) => row.name,
  );
  expect(names).not.toEqual(PEOPLE.map(([, name]) => name));

  const pair = await stage.pair();
  const csv = `id,name\n${PEOPLE.map((person) => person.join(',')).join('\n')}\n`;
  const documents = PEOPLE.map(([id, name]) => JSON.stringify({ name, id: Number(id) }));
  pair.source.put('a.csv', csv);
  pair.source.put('b.csv.gz', gzipSync(csv));
  pair.source.put('c.fix', PEOPLE.map(([id, name]) => `${id}${name.padEnd(20)}\r\n`).join(''));
  pair.source.put('d.json', documents[0]!);
  pair.source.put('e.ndjson', documents.join('\n'));
  pair.source.put('f.xml', `<person id="4711"><name>Anna Berg</name></person>\n`);
  pair.source.put('g.parquet', parquetOf(PEOPLE));
  pair.source.put('h.avro', await avroOf(PEOPLE));
  const run = await runFilesToEnd(stage.admin, { pair, tasks: TASKS, options: SECRET });
  expect({
    status: run.status,
    log: run.status === 'finished' ? '' : await logOf(stage.admin, run.id),
  }).toEqual({
    ...{ status: 'finished', log: '' },
  });
  const out = pair.destination;
  const [anna, zoltan] = names as [string, string];
  expect(out.text('a.csv')).toBe(`id,name\n4711,${anna}\n4712,${zoltan}\n`);
  expect(gunzipSync(out.bytes('b.csv.gz')).toString()).toBe(out.text('a.csv'));
  expect(out.text('c.fix')).toBe(`4711${anna.padEnd(20)}\r\n4712${zoltan.padEnd(20)}\r\n`);
  expect(out.text('d.json')).toBe(`{"name":"${anna}","id":4711}`);
  expect(out.text('e.ndjson')).toBe(`{"name":"${anna}","id":4711}\n{"name":"${zoltan}","id":4712}`);
  expect(out.text('f.xml')).toBe(`<person id="4711"><name>${anna}</name></person>\n`);
  expect((await viewParquet(out.bytes('g.parquet'))).rows).toEqual([
    { id: 4711, name: anna },
    { id: 4712, name: zoltan },
  ]);
  expect(await avroRecords(out.bytes('h.avro'))).toEqual([
    { id: 4711, name: anna },
    { id: 4712, name: zoltan },
  ]);
  const plan = await storePlan(stage.app, `[${IN_FLIGHT}]`);
  const client = await MaskClient.login(stage.app);
  const data = PEOPLE.map(([id, name]) => ({ id: Number(id), name }));
  expect((await client.mask(plan, { data, ...SECRET })).body).toMatchObject({
    data: [
      { id: 4711, name: anna },
      { id: 4712, name: zoltan },
    ],
  });
});

const PERSON = avro.Type.forSchema({
  ...{ type: 'record', name: 'Person' },
  fields: [
    { name: 'id', type: 'int' },
    { name: 'name', type: 'string' },
  ],
});

async function avroOf(people: typeof PEOPLE): Promise<Buffer> {
  const encoder = new avro.streams.BlockEncoder(PERSON, { codec: 'deflate' });
  for (const [id, name] of people) {
    encoder.write({ id: Number(id), name });
  }
  encoder.end();
  return buffer(encoder);
}

async function avroRecords(file: Buffer): Promise<unknown[]> {
  const records: unknown[] = [];
  for await (const record of Readable.from([file]).pipe(new avro.streams.BlockDecoder())) {
    records.push({ ...(record as object) });
  }
  return records;
}

function parquetOf(people: typeof PEOPLE): Buffer {
  const columnData = [
    { name: 'id', data: people.map(([id]) => Number(id)), type: 'INT32' as const },
    { name: 'name', data: people.map(([, name]) => name), type: 'STRING' as const },
  ];
  return Buffer.from(parquetWriteBuffer({ columnData }));
}

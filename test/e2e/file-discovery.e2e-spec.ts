import { BlobServiceClient } from '@azure/storage-blob';
import { randomInt } from 'node:crypto';
import request from 'supertest';
import { startAzurite } from '../support/azurite.js';
import { bodyOfKind } from '../support/builders/connection-kind.builder.js';
import { createConnection } from '../support/builders/connection.builder.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import { awaitRun, logOf, type WireRun } from '../support/builders/run.builder.js';
import { runFilesToEnd, shareBody, ShareFolder, useFileStage } from '../support/file-stage.js';
import { ParquetFolder } from '../support/parquet-files.js';
import { uniqueName } from '../support/unique-name.js';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

interface WireField {
  readonly locator: string | string[];
  readonly matches: { label?: string; categories: string[]; flagged_by: string; hit_ratio: number | null }[];
  readonly data_types: string[];
  readonly value_count: number | null;
}

interface WireGroup {
  readonly id: number;
  readonly connection: { id: string; name: string };
  readonly file_type: string;
  readonly files: (WireBody & { readonly path: string })[];
  readonly results: WireField[];
}

describe('file data discovery', () => {
  const stage = useFileStage();

  async function share(): Promise<{ folder: ShareFolder; connection: string; name: string }> {
    const name = uniqueName('found');
    const folder = new ShareFolder(join(stage.mounts, name));
    const body = shareBody(name, 'source');
    return { folder, connection: await createConnection(stage.admin, body), name: String(body.name) };
  }

  async function discover(connection: string, wishes: WireBody = {}): Promise<WireRun> {
    const { body } = await stage.admin
      .post('/api/run-file-data-discovery/', { connection, ...wishes })
      .expect(201);
    return awaitRun(stage.admin, (body as WireRun).id);
  }

  async function groupsOf(id: number): Promise<WireGroup[]> {
    return (await stage.admin.get(`/api/runs/${id}/file-discovery-results/`).expect(200)).body as WireGroup[];
  }

  async function labels(id: number): Promise<Record<string, string>> {
    const groups = await groupsOf(id);
    return Object.fromEntries(
      groups.flatMap(({ results }) =>
        results.map(({ locator, matches }): [string, string] => [
          typeof locator === 'string' ? locator : JSON.stringify(locator),
          matches.map(({ label }) => label ?? 'harmless').join('+'),
        ]),
      ),
    );
  }

  const pathsOf = async (id: number): Promise<string[]> =>
    (await groupsOf(id)).flatMap(({ files }) => files.map(({ path }) => path)).sort();

  describe('POST /api/run-file-data-discovery/', () => {
    it('needs a user token', async () => {
      await request(stage.app.server).post('/api/run-file-data-discovery/').send({}).expect(401);
    });

    it.each([
      [{ connection: '00000000-0000-4000-8000-000000000000' }, 'connection'],
      [{ custom_keywords: 'a' }, 'custom_keywords'],
      [{ custom_keywords: ['a(?=b)'] }, 'custom_keywords'],
      [{ include: [{ glob: 'a', regex: 'b' }] }, 'include'],
      [{ include: ['*.csv', 7] }, 'include'],
      [{ skip: [{ regex: '(a' }] }, 'skip'],
      [{ recurse: 'yes' }, 'recurse'],
      [{ workers: 0 }, 'workers'],
      [{ encoding: '§' }, 'encoding'],
      [{ encoding: 'klingon-8' }, 'encoding'],
      [{ custom_keyword: ['a'] }, 'custom_keyword'],
      [{ in_data_discovery: { enabled: true, row_sample_size: 0 } }, 'in_data_discovery'],
      [
        { in_data_discovery: { enabled: true, non_sensitive_rules: [{ pattern: '(a' }] } },
        'in_data_discovery',
      ],
      [{ options: { dry_runs: true } }, 'options'],
    ])('refuses %j and names the field', async (wishes, field) => {
      const { connection } = await share();
      const { body } = await stage.admin
        .post('/api/run-file-data-discovery/', { connection, ...wishes })
        .expect(400);
      expect(Object.keys(body as object)).toEqual([field]);
    });

    it('makes a run of its own, grouped by type and structure', async () => {
      const { folder, connection, name } = await share();
      folder.put('a.csv', 'id,email\n1,a@example.com\n');
      folder.put('b.csv', 'email;id\nb@example.com;2\n');
      folder.put('c.csv', 'id,town\n1,Ulm\n');
      folder.put('d.ndjson', '{"id": 1, "email": "d@example.com"}\n');
      const run = await discover(connection);
      expect(run).toMatchObject({
        status: 'finished',
        mask_type: 'file_data_discovery',
        ruleset: null,
        ruleset_name: '$auto_file_data_discovery',
        source_connection: connection,
        destination_connection: null,
      });
      const groups = await groupsOf(run.id);
      expect(groups.map(({ file_type: type, files }) => [type, files.map(({ path }) => path)])).toEqual([
        ['csv', ['a.csv', 'b.csv']],
        ['csv', ['c.csv']],
        ['ndjson', ['d.ndjson']],
      ]);
      expect(groups[0]).toMatchObject({
        id: expect.any(Number) as number,
        connection: { id: connection, name },
        files: [
          { path: 'a.csv', file_type: 'csv', delimiter: ',', encoding: 'utf-8', value_counts: {} },
          { delimiter: ';', value_count_status: 'in_data_discovery_disabled' },
        ],
      });
      expect(groups[0]!.results).toContainEqual(
        expect.objectContaining({ locator: 'email', value_count: null, data_types: ['str'] }),
      );
      expect(groups[2]!.results[1]).toMatchObject({
        locator: ['email'],
        matches: [{ label: 'email', flagged_by: 'Metadata Discovery', hit_ratio: null, categories: ['PII'] }],
      });
      const list = await stage.admin.get('/api/runs/?mask_type=file_data_discovery&limit=100').expect(200);
      expect((list.body as { results: WireRun[] }).results.map(({ id }) => id)).toContain(run.id);
    });

    it('rules 1 and 2: looks at supported extensions of the base directory only', async () => {
      const { folder, connection } = await share();
      ['a.csv', 'b.txt', 'c.csv.gz', 'd.CSV', 'deep/e.csv', 'json'].forEach((path) =>
        folder.put(path, 'email\na@example.com\n'),
      );
      expect(await pathsOf((await discover(connection)).id)).toEqual(['a.csv', 'd.CSV']);
      const deep = await discover(connection, { recurse: true });
      expect(await pathsOf(deep.id)).toEqual(['a.csv', 'd.CSV', 'deep/e.csv']);
    });

    it('rule 3: what skip names is passed over, also where include names it', async () => {
      const { folder, connection } = await share();
      ['in.csv', 'old-in.csv', 'x.csv'].forEach((path) => folder.put(path, 'email\na@example.com\n'));
      const run = await discover(connection, {
        include: [{ glob: '*in.csv' }],
        skip: [{ regex: '^old', match_against: 'filename' }],
      });
      expect(await pathsOf(run.id)).toEqual(['in.csv']);
    });

    it('rule 4: keywords match parts of names in any case, and ignored ones win', async () => {
      const { folder, connection } = await share();
      folder.put('a.csv', 'PointsTotal,LOYALTY_NO,e-mail,shop\n1,2,3,4\n');
      const run = await discover(connection, {
        custom_keywords: ['points', 'loyalty no'],
        ignored_keywords: ['total'],
      });
      expect(await labels(run.id)).toEqual({
        PointsTotal: '',
        LOYALTY_NO: 'loyalty_no',
        'e-mail': 'email',
        shop: '',
      });
      const off = await discover(connection, { disable_built_in_keywords: true });
      expect((await labels(off.id))['e-mail']).toBe('');
    });

    it('heeds the keywords of the settings unless they are switched off', async () => {
      const { folder, connection } = await share();
      folder.put('a.csv', 'balance,email\n1,a\n');
      const keywords = { global_custom_keywords: ['balance'], global_ignored_keywords: ['email'] };
      await stage.admin.patch('/api/settings/', keywords).expect(200);
      expect(await labels((await discover(connection)).id)).toEqual({ balance: 'balance', email: '' });
      const off = { disable_global_custom_keywords: true, disable_global_ignored_keywords: true };
      expect(await labels((await discover(connection, off)).id)).toEqual({ balance: '', email: 'email' });
      const none = { global_custom_keywords: [], global_ignored_keywords: [] };
      await stage.admin.patch('/api/settings/', none).expect(200);
    });

    it('rule 5: a non-sensitive rule comes before everything, and holds for all files of a group', async () => {
      const { folder, connection } = await share();
      folder.put('a.csv', 'email,mail_to\nx@example.com,x@example.com\n');
      folder.put('b.csv', 'email,mail_to\ny@example.com,y@example.org\n');
      const run = await discover(connection, {
        in_data_discovery: { enabled: true, non_sensitive_rules: [{ pattern: '.*@example.com' }] },
      });
      const [group] = await groupsOf(run.id);
      expect(group?.results[0]?.matches).toMatchObject([{ categories: ['Custom Non-Sensitive'] }]);
      expect(group?.results[0]?.matches[0]).not.toHaveProperty('label');
      expect(group?.results[1]?.matches).toMatchObject([{ label: 'email' }]);
    });

    it('rule 6: samples the first values of each file, and flagged fields only when forced', async () => {
      const { folder, connection } = await share();
      const rows = Array.from(
        { length: 30 },
        (_, n) => `${n < 10 ? 'x' : `p${n}@example.com`},q${n}@example.org`,
      );
      folder.put('a.csv', `c7,email\n${rows.join('\n')}\n`);
      const few = await discover(connection, { in_data_discovery: { enabled: true, row_sample_size: 10 } });
      expect(await labels(few.id)).toEqual({ c7: '', email: 'email' });
      const [group] = await groupsOf(few.id);
      expect(group).toMatchObject({
        files: [{ value_counts: { c7: 10, email: 10 }, value_count_status: 'counted' }],
        results: [{ value_count: 10 }, { matches: [{ flagged_by: 'Metadata Discovery' }] }],
      });
      const safe_data_preview = { enabled: true, string_level: 'lengths' };
      const all = await discover(connection, {
        in_data_discovery: { enabled: true, force: true, safe_data_preview },
      });
      const [found] = await groupsOf(all.id);
      expect(found!.results[0]).toMatchObject({
        matches: [
          { label: 'email', hit_ratio: 66.67, description: expect.any(String), score: expect.any(Number) },
        ],
        safe_data_preview: { kind: 'string', statistics_common: { count_row: 30, count_null: 0 } },
      });
      expect(found!.results[1]!.matches.map(({ flagged_by: by }) => by).sort()).toEqual([
        'In-Data Discovery',
        'Metadata Discovery',
      ]);
    });

    it('rule 7: scalars inside Parquet columns are told by their own names', async () => {
      const { folder, connection } = await share();
      const parquet = await ParquetFolder.make();
      const path = await parquet.write(
        'p.parquet',
        `SELECT 1 AS id, {'email': 'a@example.com', 'seats': [{'surname': 'Lee', 'no': 1}]} AS booking`,
      );
      copyFileSync(path, join(folder.root, 'p.parquet'));
      await parquet.remove();
      const run = await discover(connection, {
        ignored_keywords: ['no'],
        custom_keywords: ['id'],
        in_data_discovery: { enabled: true },
      });
      expect(await labels(run.id)).toEqual({
        id: 'id',
        '["booking","email"]': 'email',
        '["booking","seats","*","surname"]': 'last_name',
        '["booking","seats","*","no"]': '',
      });
    });

    it('nested Parquet columns with nulls on every level', async () => {
      const { folder, connection } = await share();
      const parquet = await ParquetFolder.make();
      const path = await parquet.write(
        'nulls.parquet',
        `SELECT * FROM (VALUES
           (1, {'email': 'a@example.com', 'seats': [{'c1': 'x1@example.com'}, NULL, {'c1': NULL}]}),
           (2, NULL), (3, {'email': NULL, 'seats': NULL}), (4, {'email': 'b@example.com', 'seats': []}))
           AS rows(id, booking)`,
      );
      copyFileSync(path, join(folder.root, 'nulls.parquet'));
      await parquet.remove();
      const run = await discover(connection, { in_data_discovery: { enabled: true } });
      expect(run.status).toBe('finished');
      expect(await labels(run.id)).toEqual({
        id: '',
        '["booking","email"]': 'email',
        '["booking","seats","*","c1"]': 'email',
      });
    });

    it('delimiters are told in spite of others in names, in quotes and in values', async () => {
      const { folder, connection } = await share();
      folder.put(
        'semicolon.csv',
        '"name, first";c1;"a|b"\n"Lee, Ann";x1@example.com;"1;2"\n"Ng, Bo";x2@example.com;3,5\n',
      );
      folder.put('tab.csv', 'c1\tnote, long\nx1@example.com\tone; two; three\nx2@example.com\ta,b,c,d\n');
      folder.put('one.csv', 'c1\nx1@example.com\nx2@example.com\n');
      const run = await discover(connection, { in_data_discovery: { enabled: true } });
      const groups = await groupsOf(run.id);
      const told = groups.flatMap(({ files, results }) =>
        files.map(({ path, delimiter }) => [path, delimiter, results.map(({ locator }) => locator)]),
      );
      expect(Object.fromEntries(told.map(([path, ...facts]) => [path, facts]))).toMatchObject({
        'semicolon.csv': [';', ['name, first', 'c1', 'a|b']],
        'tab.csv': ['\t', ['c1', 'note, long']],
      });
      for (const { results } of groups) {
        expect(results.find(({ locator }) => locator === 'c1')?.matches[0]?.label).toBe('email');
      }
    });

    it('files with names beyond what an index takes are told, each once, in order', async () => {
      const azurite = await startAzurite();
      try {
        const container = BlobServiceClient.fromConnectionString(azurite.connectionString).getContainerClient(
          'exports',
        );
        await container.create();
        // At random: PostgreSQL would compress anything else.
        const name = Array.from({ length: 1_000 }, () =>
          String.fromCharCode(0x4e00 + randomInt(20_000)),
        ).join('');
        const paths = ['a.csv', 'b.csv'].map((ending) => name + ending);
        for (const path of paths.toReversed()) {
          await container.getBlockBlobClient(path).upload('id\n1\n', 5);
        }
        const { connectionString: connection_string } = azurite;
        const connection = await createConnection(stage.admin, {
          ...bodyOfKind('azure_blob_connection'),
          ...{
            name: uniqueName('blobs'),
            container: 'exports',
            connection_string,
            is_file_mask_source: true,
          },
        });
        const run = await discover(connection);
        expect(run.status).toBe('finished_with_warnings');
        const files = (await groupsOf(run.id)).flatMap((group) => group.files);
        expect(files.map(({ path }) => path)).toEqual(paths);
        expect(files[0]?.problem).toBe('The path is longer than 1024 bytes.');
      } finally {
        await azurite.stop();
      }
    });

    it('tells of files that cannot be read, and looks at the others', async () => {
      const { folder, connection } = await share();
      folder.put('bad.json', '{"email": ');
      folder.put('empty.csv', '');
      folder.put('fake.parquet', 'PAR1 no');
      folder.put('good.csv', 'email\na@example.com\n');
      const run = await discover(connection);
      expect(run.status).toBe('finished_with_warnings');
      const files = (await groupsOf(run.id)).flatMap((group) => group.files);
      expect(Object.fromEntries(files.map(({ path, problem }) => [path, typeof problem]))).toEqual({
        'bad.json': 'string',
        'empty.csv': 'string',
        'fake.parquet': 'string',
        'good.csv': 'undefined',
      });
      expect((await logOf(stage.admin, run.id)).join('\n')).toContain('and 2 more: see the results');
    });
  });

  describe('POST /api/run-file-data-discovery/v2/', () => {
    it('discovers what is built in where no config is named', async () => {
      const { folder, connection } = await share();
      folder.put('a.csv', 'email\na@example.com\n');
      const start = (config: string | null): ReturnType<typeof stage.admin.post> =>
        stage.admin.post('/api/run-file-data-discovery/v2/', {
          connection,
          discovery_config: config,
          options: { diagnostic_logging: true },
        });
      const { body } = await start(null).expect(201);
      const run = await awaitRun(stage.admin, (body as WireRun).id);
      expect(run.options).toMatchObject({ diagnostic_logging: true });
      expect(await labels(run.id)).toEqual({ email: 'email' });
      const refused = await start('00000000-0000-4000-8000-000000000000').expect(400);
      expect(JSON.stringify(refused.body)).toContain('object does not exist');
    });

    it('looks at the files and finds the fields that a config says', async () => {
      const { folder, connection } = await share();
      folder.put('boats/a.csv', 'email,skipper\na@example.com,x\n');
      folder.put('boats/b.json', '{"skipper": "x"}');
      const text =
        'labels: [{ name: sailor }]\nmetadata_rules: [{ label: sailor, column: { pattern: skipper } }]\n' +
        'files: { recurse: true, include: ["*.csv"] }\n';
      const config = { name: 'sailors', config_yaml: text, config_type: 'file' };
      const { body: stored } = await stage.admin.post('/api/discovery/configs/', config).expect(201);
      const { body } = await stage.admin
        .post('/api/run-file-data-discovery/v2/', {
          connection,
          discovery_config: (stored as { id: string }).id,
        })
        .expect(201);
      const { id } = await awaitRun(stage.admin, (body as WireRun).id);
      expect(await labels(id)).toEqual({ email: '', skipper: 'sailor' });
      const results = await stage.admin.get(`/api/runs/${id}/file-discovery-results/`).expect(200);
      expect(JSON.stringify(results.body)).not.toContain('b.json');
      await stage.admin.get(`/api/discovery/runs/${id}/config-snapshot/`).expect(200);
    });
  });

  describe('GET /api/runs/{id}/file-discovery-results/', () => {
    it('answers 404 for an unknown run, 400 for one that discovers nothing', async () => {
      await stage.admin.get('/api/runs/2000000/file-discovery-results/').expect(404);
      const pair = await stage.pair();
      pair.source.put('a.csv', 'email\na@example.com\n');
      const tasks = '  - {type: mask_tabular_file, rules: [{column: email, masks: [{type: imitate}]}]}\n';
      const run = await runFilesToEnd(stage.admin, { pair, tasks });
      await stage.admin.get(`/api/runs/${run.id}/file-discovery-results/`).expect(400);
    });
  });

  it('run_file_data_discovery does the same as a task of a ruleset', async () => {
    const pair = await stage.pair();
    pair.source.put('a.csv', 'email,x\na@example.com,1\n');
    const tasks = `  - {type: run_file_data_discovery, custom_keywords: [x]}
  - {type: mask_tabular_file, rules: [{column: email, masks: [{type: from_fixed, value: m}]}]}
`;
    const run = await runFilesToEnd(stage.admin, { pair, tasks });
    expect(run).toMatchObject({ status: 'finished', mask_type: 'file' });
    expect(await labels(run.id)).toEqual({ email: 'email', x: 'x' });
    expect(pair.destination.text('a.csv')).toBe('email,x\nm,1\n');
  });
});

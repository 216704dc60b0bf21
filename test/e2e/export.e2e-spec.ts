import { randomBytes } from 'node:crypto';
import request, { type Test } from 'supertest';
import { fromBuffer } from 'yauzl';

import type { ApiClient } from '../support/api-client.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import { connectionBody } from '../support/builders/connection.builder.js';
import { createRuleset, rulesetBody, VALID_RULESET } from '../support/builders/ruleset.builder.js';
import { forge, makeCrowdedZip, makeZip, markEncrypted, type ZipPart } from '../support/make-zip.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const OTHER_TEXT = `${VALID_RULESET}# other\n`;
const LIBRARY = 'version: "1.0"\nmasks:\n  nothing: { type: do_nothing }\n';

interface Outcome {
  readonly exported_name: string;
  readonly exported_id: string | null;
  readonly imported_name: string | null;
  readonly imported_id: string | null;
  readonly status: string;
}

interface Imported {
  readonly data: {
    readonly rulesets: { readonly metadata: Record<string, number>; readonly data: Outcome[] };
  } & Readonly<Record<OtherKind, { readonly data: { exported_name: string; status: string }[] }>>;
}

type OtherKind =
  'libraries' | 'seed_files' | 'discovery_config_libraries' | 'discovery_configs' | 'generation_configs';

interface WirePage {
  readonly results: object[];
}

describe('export and import', () => {
  let target: TestApp;
  let as: RoleClients;

  beforeEach(async () => {
    target = await createTestApp();
    as = await installRoles(target);
  });

  afterEach(() => target.stop());

  async function exported(client: ApiClient = as.admin, query = ''): Promise<{ zip: Buffer; name: string }> {
    const response = await client.get(`/api/export/v1/${query}`).buffer().parse(binary).expect(200);
    return { zip: response.body as Buffer, name: response.headers['content-disposition'] ?? '' };
  }

  function importing(zip: Buffer, fields: Record<string, string> = {}, client = as.admin): Test {
    const form = request(target.server)
      .post('/api/import/v1/')
      .set('Authorization', client.authorization ?? '')
      .attach('zip_archive', zip, 'archive.zip');
    return Object.entries(fields).reduce((test, [name, value]) => test.field(name, value), form);
  }

  const outcomes = async (test: Test, status: number): Promise<Outcome[]> =>
    ((await test.expect(status)).body as Imported).data.rulesets.data;

  it('exports manifest, folders and texts, and nothing archived', async () => {
    const id = await createRuleset(
      as.builder,
      rulesetBody({ name: 'a/b: 100 %', config_yaml: VALID_RULESET }),
    );
    const kept = await createRuleset(as.builder, rulesetBody({ name: 'gone', config_yaml: VALID_RULESET }));
    await archive(kept);
    const { zip, name } = await exported(as.runner);
    expect(name).toMatch(/^attachment; filename="vizard_export_all_\d{8}-\d{6}\.zip"$/);
    const entries = await unpack(zip);
    expect(Object.keys(entries).sort()).toEqual([
      'manifest.json',
      'rulesets/database/',
      'rulesets/database/a%2Fb%3A 100 %25.yml',
      'rulesets/file/',
    ]);
    expect(entries['rulesets/database/a%2Fb%3A 100 %25.yml']).toBe(VALID_RULESET);
    expect(JSON.parse(entries['manifest.json'] ?? '')).toMatchObject({
      metadata: { version: '1', exported_at: expect.stringMatching(/Z$/) as string },
      data: { rulesets: [{ id, name: 'a/b: 100 %', type: 'database' }] },
    });
    expect((await exported(as.admin, '?export_type=rulesets')).name).toContain('vizard_export_rulesets_');
    const both = await exported(as.admin, '?export_type=rulesets&export_type=all');
    expect(both.name).toContain('vizard_export_all_');
    await as.admin.get('/api/export/v1/?export_type=nothing').expect(400);
  });

  it('brings rulesets, whatever their names, and libraries into another installation, once', async () => {
    await as.admin.post('/api/ruleset-libraries/', {
      name: 'lib',
      namespace: 'estate/eu',
      config_yaml: LIBRARY,
    });
    const names = ['nightly', 'Nightly', 'a/b', 'con', '..', 'Ünïcode 名'];
    for (const name of names) {
      await createRuleset(as.builder, rulesetBody({ name, config_yaml: VALID_RULESET }));
    }
    const { zip } = await exported();
    const first = target;
    target = await createTestApp();
    as = await installRoles(target);
    const created = await importing(zip).expect(201);
    expect((created.body as Imported).data.rulesets.metadata).toEqual({
      processed: names.length,
      created: names.length,
      restored: 0,
      error: 0,
    });
    expect((created.body as Imported).data.libraries.data).toMatchObject([
      { exported_name: 'estate/eu/lib', status: 'CREATED' },
    ]);
    const shown = (await as.admin.get('/api/rulesets/').expect(200)).body as WireBody[];
    expect(shown.map(({ name }) => name).sort()).toEqual([...names].sort());
    const again = await outcomes(importing(zip), 200);
    expect(again.every(({ status }) => status === 'NOT_CREATED')).toBe(true);
    await first.stop();
  });

  it('rule 1: restores an archived ruleset of the same id with the archive’s name and content', async () => {
    const id = await createRuleset(as.builder, rulesetBody({ name: 'was', config_yaml: VALID_RULESET }));
    const { zip } = await exported();
    await as.builder.put(`/api/rulesets/${id}/`, rulesetBody({ name: 'renamed', config_yaml: OTHER_TEXT }));
    await archive(id);
    const [outcome] = await outcomes(importing(zip), 200);
    expect(outcome).toMatchObject({ status: 'RESTORED', imported_id: id, imported_name: 'was' });
    expect((await as.admin.get(`/api/rulesets/${id}/`).expect(200)).body).toMatchObject({
      name: 'was',
      config_yaml: VALID_RULESET,
    });
  });

  it('rule 2: leaves a ruleset of the same id alone, unless it is to be overwritten', async () => {
    const id = await createRuleset(as.builder, rulesetBody({ name: 'mine', config_yaml: VALID_RULESET }));
    const { zip } = await exported();
    await as.builder.put(`/api/rulesets/${id}/`, rulesetBody({ name: 'renamed', config_yaml: OTHER_TEXT }));
    expect((await outcomes(importing(zip), 200))[0]).toMatchObject({
      ...{ status: 'NOT_CREATED', exported_id: id, imported_id: id },
      ...{ exported_name: 'mine', imported_name: 'mine' },
    });
    expect((await as.admin.get(`/api/rulesets/${id}/`)).body).toMatchObject({ name: 'renamed' });
    expect((await outcomes(importing(zip, { overwrite_rulesets: 'true' }), 200))[0]?.status).toBe('RESTORED');
    expect((await as.admin.get(`/api/rulesets/${id}/`).expect(200)).body).toMatchObject({
      config_yaml: VALID_RULESET,
    });
  });

  it('rules 3, 4 and 5: goes by the name where there is no manifest', async () => {
    const zip = await makeZip([{ name: 'rulesets/database/n.yml', bytes: VALID_RULESET }]);
    const other = await makeZip([{ name: 'rulesets/database/n.yml', bytes: OTHER_TEXT }]);
    expect(await outcomes(importing(zip), 201)).toMatchObject([
      {
        ...{ exported_name: 'n', exported_id: null, imported_name: 'n', ruleset_type: 'database' },
        ...{ imported_id: expect.any(String) as string, status: 'CREATED', is_valid: 'valid' },
        message: expect.any(String) as string,
      },
    ]);
    const bad = await makeZip([
      { name: 'rulesets/database/bad.yml', bytes: 'version: "1.0"\ntasks: [{ type: nonsense }]\n' },
    ]);
    expect(await outcomes(importing(bad), 201)).toMatchObject([{ status: 'CREATED', is_valid: 'invalid' }]);
    expect(await outcomes(importing(zip), 200)).toMatchObject([
      { imported_name: 'n', status: 'NOT_CREATED' },
    ]);
    const copies = [];
    for (let count = 0; count < 3; count += 1) {
      copies.push((await outcomes(importing(other), 201))[0]);
    }
    expect(copies.map((copy) => [copy?.imported_name, copy?.status])).toEqual([
      ['n Copy', 'CREATED_DUPLICATE'],
      ['n Copy 1', 'CREATED_DUPLICATE'],
      ['n Copy 2', 'CREATED_DUPLICATE'],
    ]);
    expect(new Set(copies.map((copy) => copy?.imported_id)).size).toBe(3);
  });

  it('rule 6: one that cannot be imported is an error of its own', async () => {
    const manifest = JSON.stringify({
      data: {
        rulesets: [
          { id: '3b241101-e2bb-4255-8caf-4136c566a962', name: 'missing', type: 'database' },
          { id: 'no uuid', name: 'fine', type: 'database' },
        ],
      },
    });
    const zip = await makeZip([
      { name: 'manifest.json', bytes: manifest },
      { name: 'rulesets/database/fine.yml', bytes: VALID_RULESET },
      { name: 'rulesets/database/latin.yml', bytes: Buffer.from([0xff, 0xfe, 0x41]) },
      { name: 'rulesets/file/good.yml', bytes: VALID_RULESET },
      { name: `rulesets/file/${'x'.repeat(256)}.yml`, bytes: VALID_RULESET },
    ]);
    const found = await outcomes(importing(zip), 201);
    expect(found.map(({ exported_name, status }) => [exported_name.slice(0, 8), status])).toEqual([
      ['missing', 'ERROR'],
      ['fine', 'ERROR'],
      ['latin', 'ERROR'],
      ['good', 'CREATED'],
      ['xxxxxxxx', 'ERROR'],
    ]);
    expect(found[0]).toMatchObject({ imported_id: null, imported_name: null });
  });

  it('rule 6: so is every text with a NUL, which no database holds, and the others come in', async () => {
    const folders = ['libraries', 'discovery-libraries', 'discovery-configs/file', 'generation-configs'];
    const zip = await makeZip(
      ['rulesets/database', ...folders].flatMap((folder) => [
        { name: `${folder}/bad.yml`, bytes: 'version: "1.0" # \0\n' },
        { name: `${folder}/good.yml`, bytes: 'version: "1.0"\n' },
      ]),
    );
    const { data } = (await importing(zip).expect(201)).body as Imported;
    const { rulesets, libraries, discovery_config_libraries, discovery_configs, generation_configs } = data;
    for (const kind of [
      rulesets,
      libraries,
      discovery_config_libraries,
      discovery_configs,
      generation_configs,
    ]) {
      expect(kind.data.map(({ status }) => status)).toEqual(['ERROR', 'CREATED']);
    }
  });

  it('keeps libraries from those who may not change them, and differing ones as they are', async () => {
    const zip = await makeZip([{ name: 'libraries/lib.yml', bytes: LIBRARY }]);
    const libraries = async (test: Test): Promise<string[]> =>
      ((await test.expect(200)).body as Imported).data.libraries.data.map(({ status }) => status);
    expect(await libraries(importing(zip, {}, as.builder))).toEqual(['ERROR']);
    expect(await libraries(importing(zip))).toEqual(['CREATED']);
    const changed = await makeZip([{ name: 'libraries/lib.yml', bytes: `${LIBRARY}# changed\n` }]);
    expect(await libraries(importing(changed))).toEqual(['NOT_CREATED']);
    expect(await libraries(importing(changed, { overwrite_libraries: 'true' }))).toEqual(['RESTORED']);
  });

  describe('discovery configs, their libraries and generation configs', () => {
    const LABELS = 'labels: [{ name: berth }]\n';
    const IMPORTING = `imports: [sea/eu/harbour]\nlabels: { $ref: 'sea/eu/harbour#labels' }\n`;
    const MASKS = 'version: "1.0"\nlabels:\n  email:\n    masks: [{ type: from_fixed, value: x }]\n';
    const KINDS = ['discovery_config_libraries', 'discovery_configs', 'generation_configs'] as const;

    async function store(): Promise<void> {
      const library = { name: 'harbour', namespace: 'sea/eu', config_yaml: LABELS };
      await as.admin.post('/api/discovery/config-libraries/', library).expect(201);
      for (const config_type of ['database', 'file']) {
        const config = { name: 'a/b', config_type, config_yaml: IMPORTING };
        await as.builder.post('/api/discovery/configs/', config).expect(201);
      }
      await as.builder
        .post('/api/ruleset-generation-configs/', { name: 'house style', config_yaml: MASKS })
        .expect(201);
    }

    /** Name and status of each, by kind. */
    async function itemsOf(test: Test): Promise<string[][]> {
      const { data } = (await test.expect(200)).body as Imported;
      return KINDS.map((kind) => data[kind].data.map((item) => `${item.exported_name} ${item.status}`));
    }

    it('come into another installation, once, valid as they were', async () => {
      await store();
      const { zip } = await exported();
      expect(
        Object.keys(await unpack(zip)).filter((entry) => /^(discovery|generation)-/.test(entry)),
      ).toEqual([
        'discovery-libraries/sea%2Feu/harbour.yml',
        'discovery-configs/database/a%2Fb.yml',
        'discovery-configs/file/a%2Fb.yml',
        'generation-configs/house style.yml',
      ]);
      const first = target;
      target = await createTestApp();
      as = await installRoles(target);
      const all = (status: string): string[][] => [
        [`sea/eu/harbour ${status}`],
        [`database/a/b ${status}`, `file/a/b ${status}`],
        [`house style ${status}`],
      ];
      expect(await itemsOf(importing(zip))).toEqual(all('CREATED'));
      const configs = (await as.builder.get('/api/discovery/configs/').expect(200)).body as WirePage;
      expect(configs.results).toMatchObject([
        { name: 'a/b', config_type: 'database', is_valid: 'valid' },
        { name: 'a/b', config_type: 'file', is_valid: 'valid' },
      ]);
      expect(await itemsOf(importing(zip))).toEqual(all('NOT_CREATED'));
      await first.stop();
    });

    it('stay as they are here unless they are to be overwritten, and need the rights of their own routes', async () => {
      await store();
      const changed = await makeZip([
        { name: 'discovery-libraries/sea%2Feu/harbour.yml', bytes: `${LABELS}# changed\n` },
        { name: 'discovery-configs/file/a%2Fb.yml', bytes: `${IMPORTING}# changed\n` },
        { name: 'generation-configs/house style.yml', bytes: `${MASKS}# changed\n` },
      ]);
      const outcome = (library: string, config: string): string[][] => [
        [`sea/eu/harbour ${library}`],
        [`file/a/b ${config}`],
        [`house style ${config}`],
      ];
      expect(await itemsOf(importing(changed))).toEqual(outcome('NOT_CREATED', 'NOT_CREATED'));
      const flags = { overwrite_libraries: 'true', overwrite_configs: 'true' };
      expect(await itemsOf(importing(changed, flags, as.builder))).toEqual(outcome('ERROR', 'RESTORED'));
      expect(await itemsOf(importing(changed, flags))).toEqual(outcome('RESTORED', 'NOT_CREATED'));
      const entries = await unpack((await exported()).zip);
      expect(entries['discovery-configs/file/a%2Fb.yml']).toBe(`${IMPORTING}# changed\n`);
      expect(entries['discovery-configs/database/a%2Fb.yml']).toBe(IMPORTING);
    });

    it('are errors of their own where they cannot be stored', async () => {
      const bad = await makeZip([
        { name: 'discovery-libraries/a%23b.yml', bytes: LABELS },
        { name: 'discovery-configs/stone/a.yml', bytes: IMPORTING },
        { name: 'discovery-configs/file/latin.yml', bytes: Buffer.from([0xff, 0xfe, 0x41]) },
        { name: `generation-configs/${'x'.repeat(256)}.yml`, bytes: MASKS },
      ]);
      const found = (await itemsOf(importing(bad))).flat();
      expect(found).toHaveLength(4);
      expect(found.every((item) => item.endsWith(' ERROR'))).toBe(true);
    });
  });

  it('carries uploaded seed files along, and leaves differing ones alone unless they are to be overwritten', async () => {
    const upload = (text: string): Promise<unknown> =>
      as.builder
        .upload('/api/seeds/', { field: 'seed_file', name: 'towns.csv', bytes: Buffer.from(text) })
        .expect(201);
    const contents = async (): Promise<unknown> => (await unpack((await exported()).zip))['seeds/towns.csv'];
    const seeds = async (test: Test): Promise<string[]> =>
      ((await test.expect(200)).body as Imported).data.seed_files.data.map(({ status }) => status);
    await upload('town\nBoston\n');
    const { zip } = await exported();
    expect((await unpack(zip))['seeds/towns.csv']).toBe('town\nBoston\n');
    expect(await seeds(importing(zip, { overwrite_seed_files: 'true' }))).toEqual(['NOT_CREATED']);
    const [{ id = '' } = {}] = (await as.admin.get('/api/seeds/')).body as { id?: string }[];
    await as.builder.delete(`/api/seeds/${id}/`).expect(204);
    expect(await seeds(importing(zip, {}, as.builder))).toEqual(['CREATED']);
    const changed = await makeZip([{ name: 'seeds/towns.csv', bytes: 'town\nDover\n' }]);
    expect(await seeds(importing(changed))).toEqual(['NOT_CREATED']);
    expect(await contents()).toBe('town\nBoston\n');
    expect(await seeds(importing(changed, { overwrite_seed_files: 'true' }))).toEqual(['RESTORED']);
    expect(await contents()).toBe('town\nDover\n');
    const ragged = await makeZip([{ name: 'seeds/other.csv', bytes: 'a,b\n1\n' }]);
    expect(await seeds(importing(ragged))).toEqual(['ERROR']);
  });

  it('carries seed files whose names differ in case alone along, each under its own name', async () => {
    const names = ['Roads.csv', 'roads.csv', 'ROADS.csv'];
    for (const name of names) {
      const file = { field: 'seed_file', name, bytes: Buffer.from(`road\n${name}\n`) };
      await as.builder.upload('/api/seeds/', file).expect(201);
    }
    const { zip } = await exported();
    const entries = Object.keys(await unpack(zip)).map((entry) => entry.toLowerCase());
    expect(new Set(entries).size).toBe(entries.length);
    const stored = async (): Promise<{ id: string; name: string }[]> => {
      const seeds = (await as.admin.get('/api/seeds/')).body as { id: string; name: string }[];
      return seeds.filter(({ name }) => names.includes(name));
    };
    for (const { id } of await stored()) {
      await as.builder.delete(`/api/seeds/${id}/`).expect(204);
    }
    await importing(zip);
    expect((await stored()).map(({ name }) => name).sort()).toEqual([...names].sort());
    const again = await unpack((await exported()).zip);
    expect(Object.values(again)).toEqual(expect.arrayContaining(names.map((name) => `road\n${name}\n`)));
  });

  it('refuses archives that are none or are not safe, saying why', async () => {
    const text = { name: 'rulesets/database/a.yml', bytes: VALID_RULESET };
    const zip = async (...parts: ZipPart[]): Promise<Buffer> => makeZip(parts);
    const cases: [Buffer, RegExp][] = [
      [Buffer.from('hello'), /no zip archive/],
      [
        forge(
          await zip({ ...text, name: 'rulesets/databas/..yyy' }),
          'rulesets/databas/..yyy',
          '../../../../../etc/pass'.slice(0, 22),
        ),
        /leads out/,
      ],
      [await zip({ ...text, mode: 0o120777 }), /link/],
      [await zip(text, { name: 'x.bin', bytes: Buffer.alloc(8_000_000) }), /beyond reason/],
      [markEncrypted(await zip(text)), /encrypted/],
      [await zip(text, { name: 'x.bin', bytes: await zip(text) }), /an archive itself/],
      [await zip(text, { ...text, name: 'RULESETS/database/a.yml' }), /there twice/],
      [await zip(text, { name: 'big.yml', bytes: randomBytes(17_000_000) }), /more than 16777216 bytes/],
      [makeCrowdedZip(100_001), /more than 100000 entries/],
      [await zip(text, { name: 'manifest.json', bytes: '{' }), /not valid JSON/],
      [await zip(text, { name: 'manifest.json', bytes: '{"data":{"rulesets":{}}}' }), /must be a list/],
      [
        await zip(text, { name: 'manifest.json', bytes: '{"data":{"rulesets":[{"id":1}]}}' }),
        /rulesets\[0\]/,
      ],
    ];
    for (const [archive, message] of cases) {
      const { body } = await importing(archive).expect(400);
      expect((body as { zip_archive: string[] }).zip_archive[0]).toMatch(message);
    }
    await importing(await zip(text), {}, as.runner).expect(403);
    await importing(await zip(text), { overwrite_rulesets: 'maybe' }).expect(400);
    expect((await as.admin.get('/api/rulesets/').expect(200)).body).toEqual([]);
  });

  /** Deleted while a run refers to it. */
  async function archive(ruleset: string): Promise<void> {
    const connection = (await as.builder.post('/api/connections/', connectionBody()).expect(200))
      .body as WireBody;
    await as.builder
      .post('/api/runs/', { name: 'r', connection: connection.id, ruleset, options: {} })
      .expect(201);
    const deleted = await as.builder.delete(`/api/rulesets/${ruleset}/`).expect(200);
    expect(deleted.body).toMatchObject({ archived: true });
  }
});

function binary(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const stream = response as NodeJS.ReadableStream;
  const pieces: Buffer[] = [];
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  stream.on('end', () => {
    done(null, Buffer.concat(pieces));
  });
}

/** Entry name → text; folders end in a slash. */
async function unpack(archive: Buffer): Promise<Record<string, string>> {
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, opened) => {
      if (error === null) {
        resolve(opened);
      } else {
        reject(error);
      }
    });
  });
  const entries: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    if (!entry.fileName.endsWith('/')) {
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        pieces.push(piece as Buffer);
      }
    }
    entries[entry.fileName] = Buffer.concat(pieces).toString('utf8');
  }
  return entries;
}

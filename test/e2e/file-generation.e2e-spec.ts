import { load } from 'js-yaml';
import type { WireBody } from '../support/builders/connection.builder.js';
import { awaitRun, type WireRun } from '../support/builders/run.builder.js';
import { rulesetBody, createRuleset } from '../support/builders/ruleset.builder.js';
import { useFileStage, type SharePair } from '../support/file-stage.js';

const SYNC = '/api/generate-file-ruleset/';
const ASYNC = '/api/async-generate-ruleset/';
const MAIL = ['staff', '*', 'mail'];

describe('rulesets for files', () => {
  const stage = useFileStage();

  /** Files with planted data, discovered. */
  async function discovered(): Promise<SharePair> {
    const pair = await stage.pair();
    pair.source.put('a.csv', 'id,email,note\n1,ann.lee@example.com,x\n2,bo@example.com,y\n');
    pair.source.put('b.csv', 'id;email;note\n3;cy.lee@example.com;z\n');
    pair.source.put('docs.json', '{"staff": [{"mail": "di.lee@example.com", "level": 3}]}');
    const { body } = await stage.admin
      .post('/api/run-file-data-discovery/', {
        connection: pair.sourceId,
        in_data_discovery: { enabled: true },
      })
      .expect(201);
    await awaitRun(stage.admin, (body as WireRun).id);
    return pair;
  }

  const SELECTED = [
    { files: ['a.csv', 'b.csv'], locators: ['email'] },
    { files: ['docs.json'], locators: [MAIL] },
  ];

  it('discover, generate, run: all selected is masked, and nothing else', async () => {
    const pair = await discovered();
    const { text } = await stage.admin
      .post(SYNC, { connection: pair.sourceId, selected_data: SELECTED })
      .expect(201)
      .expect('content-type', /^text\/plain/);
    pair.source.put('old/a.csv', 'id,email,note\n9,ed@example.com,w\n');
    const { tasks } = load(text) as { tasks: WireBody[] };
    expect(tasks.map(({ type, delimiter, include }) => [type, delimiter, include])).toEqual([
      ['mask_tabular_file', ',', [{ regex: '^a\\.csv$' }]],
      ['mask_tabular_file', ';', [{ regex: '^b\\.csv$' }]],
      ['mask_file', undefined, [{ regex: '^docs\\.json$' }]],
    ]);
    const ruleset = await createRuleset(stage.admin, rulesetBody({ mask_type: 'file', config_yaml: text }));
    const { body } = await stage.admin
      .post('/api/runs/', {
        name: 'generated',
        source_connection: pair.sourceId,
        destination_connection: pair.destinationId,
        ruleset,
        options: {},
      })
      .expect(200);
    expect((await awaitRun(stage.admin, (body as WireRun).id)).status).toBe('finished');
    // With a point in them: no mail that is drawn can end in one of these.
    const csv = pair.destination.text('a.csv');
    expect(csv).toMatch(/^id,email,note\n1,[^,]+@[^,]+,x\n2,[^,]+@[^,]+,y\n$/);
    expect(csv).not.toContain('ann.lee@example.com');
    expect(pair.destination.text('b.csv')).not.toContain('cy.lee@example.com');
    expect(pair.destination.text('docs.json')).toMatch(
      /^\{"staff": \[\{"mail": "[^"]+@[^"]+", "level": 3\}\]\}$/,
    );
    expect(pair.destination.text('docs.json')).not.toContain('di.lee@example.com');
    expect(pair.destination.paths()).toEqual(['a.csv', 'b.csv', 'docs.json']);
  });

  it('v2/ takes a generation config', async () => {
    const pair = await discovered();
    const { body } = await stage.admin
      .post('/api/ruleset-generation-configs/', {
        name: 'fixed mails',
        config_yaml: 'version: "1.0"\nlabels:\n  email:\n    masks: [{ type: from_fixed, value: hidden }]\n',
      })
      .expect(201);
    const { text } = await stage.admin
      .post(`${SYNC}v2/`, {
        connection: pair.sourceId,
        selected_data: SELECTED,
        rg_config: (body as { id: string }).id,
      })
      .expect(201);
    expect(text).toContain('hidden');
    const refused = await stage.admin
      .post(`${SYNC}v2/`, {
        connection: pair.sourceId,
        selected_data: SELECTED,
        rg_config: '00000000-0000-4000-8000-000000000000',
      })
      .expect(400);
    expect(JSON.stringify(refused.body)).toContain('object does not exist');
  });

  it('says what is wrong with a selection', async () => {
    const pair = await discovered();
    const post = async (selected: unknown): Promise<WireBody> =>
      (await stage.admin.post(SYNC, { connection: pair.sourceId, selected_data: selected }).expect(400))
        .body as WireBody;
    expect(Object.keys(await post(undefined))).toEqual(['selected_data']);
    expect(Object.keys(await post([]))).toEqual(['selected_data']);
    expect(Object.keys(await post([{ files: ['a.csv'] }]))).toEqual(['selected_data.0.locators']);
    expect(Object.keys(await post([{ files: [7], locators: ['a'] }]))).toEqual(['selected_data.0.files']);
    expect(Object.keys(await post([{ files: ['a.csv'], locators: [[{}]] }]))).toEqual([
      'selected_data.0.locators',
    ]);
    const nothing = await post([{ files: ['gone.csv', 'a.csv'], locators: ['town'] }]);
    expect(JSON.stringify(nothing)).toContain('no selected file has it');
    const fresh = await stage.pair();
    const undiscovered = await stage.admin
      .post(SYNC, { connection: fresh.sourceId, selected_data: SELECTED })
      .expect(400);
    expect(JSON.stringify(undiscovered.body)).toContain('file data discovery');
  });

  it('are generated in the background, too', async () => {
    const pair = await discovered();
    const url = `${ASYNC}${pair.sourceId}/`;
    await stage.admin.post(url, { selected_columns: { public: { a: ['b'] } } }).expect(400);
    const { body } = await stage.admin.post(url, { selected_data: SELECTED }).expect(201);
    expect(body).toMatchObject({ connection: pair.sourceId, status: 'queued' });
    let shown: WireBody = {};
    while (shown.status !== 'finished') {
      shown = (await stage.admin.get(url).expect(200)).body as WireBody;
      expect(shown.status).not.toBe('failed');
    }
    const { text } = await stage.admin
      .post(SYNC, { connection: pair.sourceId, selected_data: SELECTED })
      .expect(201);
    expect(shown.generated_ruleset).toBe(text);
    expect(new Date(String(shown.last_updated)).toISOString()).toBe(shown.last_updated);
    await stage.admin.delete(url).expect(204);
    const second = { selected_data: [{ files: ['a.csv'], locators: ['email'] }], rg_config: null };
    await stage.admin.post(`${ASYNC}v2/${pair.sourceId}/`, second).expect(201);
    let status = 0;
    while (status !== 204) {
      ({ status } = await stage.admin.delete(url));
      expect([200, 204]).toContain(status);
    }
  });
});

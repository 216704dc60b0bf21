import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ApiClient } from '../support/api-client.js';
import { MaskClient, storePlan } from '../support/mask-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const MB = 1024 * 1024;

let target: TestApp;
let client: MaskClient;
let same: string;

beforeAll(async () => {
  target = await createTestApp({ env: { MAX_MASK_BODY_MB: '4' } });
  await ApiClient.installAdmin(target);
  client = await MaskClient.login(target);
  same = await storePlan(target, '[{masks: [{type: do_nothing}]}]');
});

afterAll(() => target.stop());

const data = (json: string): string => `{"data":[${json}]}`;
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** `type loc` of the first entry of a 422 list, or the only key of another error. */
function short(body: unknown): string {
  const { detail } = body as { detail?: { type: string; loc: string[] }[] };
  const [first] = detail ?? [];
  return first === undefined ? Object.keys(body as object).join() : `${first.type} ${first.loc.join('.')}`;
}

describe('a body', () => {
  it.each<[string, string | Buffer, Record<string, string>, number, string]>([
    ['that is empty', '', {}, 422, 'missing body'],
    ['that is white', ' \n', {}, 422, 'missing body'],
    ['that is truncated', '{"data":["a"', {}, 422, 'json_invalid body'],
    ['that is invalid JSON', "{'data':[]}", {}, 422, 'json_invalid body'],
    ['with more behind it', '{"data":[]}{}', {}, 422, 'json_invalid body'],
    ['with a comma at the end', '{"data":[1,]}', {}, 422, 'json_invalid body'],
    ['with NaN', data('NaN'), {}, 422, 'json_invalid body'],
    ['with Infinity', data('-Infinity'), {}, 422, 'json_invalid body'],
    ['with a control character in a text', data('"\u0001"'), {}, 422, 'json_invalid body'],
    ['that is a list', '[]', {}, 422, 'dict_type body'],
    ['that is null', 'null', {}, 422, 'dict_type body'],
    ['without data', '{}', {}, 422, 'missing body.data'],
    ['whose data is no list', '{"data":"a"}', {}, 422, 'list_type body.data'],
    ['whose data is an object', '{"data":{}}', {}, 422, 'list_type body.data'],
    ['whose data is null', '{"data":null}', {}, 422, 'list_type body.data'],
    ['with an unknown field', '{"data":[],"dat":1}', {}, 422, 'extra_forbidden body.dat'],
    ['with __proto__', '{"data":[],"__proto__":{"data":1}}', {}, 422, 'extra_forbidden body.__proto__'],
    ['with another log level', '{"data":[],"log_level":"TRACE"}', {}, 422, 'enum body.log_level'],
    ['with another charset', '{"data":[],"charset":"latin1"}', {}, 422, 'enum body.charset'],
    ['with another encoding', '{"data":[],"encoding":"xml"}', {}, 422, 'enum body.encoding'],
    ['whose request_id is a number', '{"data":[],"request_id":1}', {}, 422, 'string_type body.request_id'],
    [
      'with an engine nobody allows',
      '{"data":[],"ai_engine_url":"http://169.254.169.254/"}',
      {},
      422,
      'value_error body.ai_engine_url',
    ],
    ['nested too deep', data(nested(10_002)), {}, 422, 'json_invalid body'],
    ['nested far too deep', data('['.repeat(MB)), {}, 422, 'json_invalid body'],
    ['that is not UTF-8', Buffer.from('{"data":["\xe9"]}', 'latin1'), {}, 400, 'error'],
    ['with half a surrogate in bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), {}, 400, 'error'],
    ['of another type', data('1'), { 'Content-Type': 'text/plain' }, 415, 'error'],
    ['of a form', 'data=1', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415, 'error'],
    ['of another charset', data('1'), { 'Content-Type': 'application/json; charset=utf-16' }, 415, 'error'],
    ['of an unknown encoding', data('1'), { 'Content-Encoding': 'zstd' }, 415, 'error'],
    ['of an inherited encoding', data('1'), { 'Content-Encoding': 'constructor' }, 415, 'error'],
    ['that is no gzip', data('1'), { 'Content-Encoding': 'gzip' }, 400, 'error'],
    ['cut off gzip', gzipSync(data('1')).subarray(0, 20), { 'Content-Encoding': 'gzip' }, 400, 'error'],
    ['of 50 MB', Buffer.alloc(50 * MB, ' '), {}, 413, 'error'],
    [
      'that is a gzip bomb',
      gzipSync(Buffer.alloc(50 * MB, ' ')),
      { 'Content-Encoding': 'gzip' },
      413,
      'error',
    ],
    [
      'that is a brotli bomb',
      brotliCompressSync(Buffer.alloc(9 * MB, ' ')),
      { 'Content-Encoding': 'br' },
      413,
      'error',
    ],
  ])('%s is refused', async (...[, body, headers, status, answer]) => {
    const response = await client.raw(same, body, headers);
    expect([response.status, short(response.body)]).toEqual([status, answer]);
    expect(response.headers['x-ratelimit-limit']).toBeDefined();
  });

  it.each([
    ['numbers beyond 2^53', '12345678901234567890123,-9007199254740993,1e400,0.1234567890123456789,-0,1.50'],
    ['repeated keys', '{"a":1,"a":2,"__proto__":{"x":1}}'],
    ['half surrogates as escapes', '"\\ud800","\\udc00x"'],
    ['spaces', '{ "a" : [ 1 , 2 ] }'],
    ['10,000 levels', nested(10_000)],
    ['a number of a million digits', '9'.repeat(MB)],
    ['NUL as an escape', '"\\u0000"'],
  ])('keeps %s exactly', async (_, json) => {
    const { status, text } = await client.raw(same, data(json)).buffer(true);
    expect(status).toBe(200);
    expect(text.startsWith(`{"data":[${json}],`)).toBe(true);
  });

  it('counts the last of repeated fields', async () => {
    const { text } = await client.raw(same, '{"data":[1],"data":[2]}');
    expect(text).toMatch(/^\{"data":\[2\],/);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('may be compressed by %s', async (encoding, compress) => {
    const { text } = await client.raw(same, compress(data('1')), { 'Content-Encoding': encoding });
    expect(text).toMatch(/^\{"data":\[1\],/);
  });

  it('may begin with a byte order mark, and name its charset', async () => {
    await client
      .raw(same, `\ufeff${data('1')}`, { 'Content-Type': 'Application/JSON; charset="UTF-8"' })
      .expect(200);
  });

  it('may hold a million values, and lets others in between', async () => {
    const busy = await storePlan(
      target,
      '[{hash_sources: [{source: self}], masks: [{type: from_random_number, min: 1, max: 9}]}]',
    );
    const many = client.raw(busy, data(Array(1_000_000).fill(7).join())).buffer(true);
    const sent = many.then(({ status, body }) => [status, (body as { data: unknown[] }).data.length]);
    const waits: number[] = [];
    const under = { way: true };
    void sent.finally(() => (under.way = false));
    while (under.way) {
      const startedAt = performance.now();
      await client.mask(same, { data: [1] }).expect(200);
      waits.push(performance.now() - startedAt);
    }
    expect(await sent).toEqual([200, 1_000_000]);
    expect(waits.length).toBeGreaterThan(5);
  });

  it('whose results would be far longer than itself is refused', async () => {
    const long = await storePlan(target, `[{masks: [{type: from_fixed, value: "${'x'.repeat(1000)}"}]}]`);
    const { status, text } = await client.raw(long, data(Array(100_000).fill(1).join()));
    expect([status, text]).toEqual([400, expect.stringMatching(/send fewer records/)]);
  });

  it('that is cut off leaves no trace, and the service goes on', async () => {
    const { port } = target.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /ifm/ruleset-plans/${same}/mask/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${client.authorization}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"data":`,
    );
    await new Promise((resolve) => socket.once('connect', resolve));
    await client.mask(same, { data: [1] }).expect(200);
    socket.destroy();
    await client.mask(same, { data: [1] }).expect(200);
  });
});

import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { ApiClient } from '../support/api-client.js';
import { MaskClient, storePlan } from '../support/mask-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const SECRET = 'a secret for streams of this test';
const LINES = { 'Content-Type': 'application/x-ndjson' };

let target: TestApp;
let client: MaskClient;
let same: string;

beforeAll(async () => {
  target = await createTestApp();
  await ApiClient.installAdmin(target);
  client = await MaskClient.login(target);
  same = await storePlan(target, '[{masks: [{type: do_nothing}]}]');
});

afterAll(() => target.stop());

const send = async (plan: string, body: string | Buffer, headers = {}, query = ''): Promise<string> => {
  const response = await client
    .raw(plan, body, { ...LINES, ...headers })
    .query(query)
    .buffer(true)
    .parse((incoming, done) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => {
        done(null, text);
      });
    });
  expect(response.headers['x-ratelimit-limit']).toBeDefined();
  return `${response.status} ${String(response.body)}`;
};

describe('a stream of lines', () => {
  it('gives a line for each, exactly, and passes over empty ones', async () => {
    const body = '1\r\n{"a": 12345678901234567890, "a":1}\n\n  \n"é"\n[ ]';
    expect(await send(same, body)).toBe('200 1\n{"a": 12345678901234567890, "a":1}\n"é"\n[ ]\n');
    expect(await send(same, '')).toBe('200 ');
  });

  it('may be compressed', async () => {
    expect(await send(same, gzipSync('1\n2\n'), { 'Content-Encoding': 'gzip' })).toBe('200 1\n2\n');
  });

  it('gives an error line in the place of each line at fault, and goes on', async () => {
    const plan = await storePlan(target, '[{masks: [{type: typecast, typecast_as: integer}]}]');
    const body = Buffer.concat([
      Buffer.from('"1"\n"secret"\n\nNaN\n'),
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      Buffer.from(`"${'x'.repeat(1024 * 1024)}"\n"2"\n`),
    ]);
    const [first, ...lines] = (await send(plan, body)).split('\n');
    expect(first).toBe('200 1');
    expect(lines.slice(0, 4).map((line) => JSON.parse(line) as unknown)).toEqual(
      [
        [2, /rules\[0\]/],
        [4, /not one valid JSON/],
        [5, /UTF-8/],
        [6, /longer than 1 MB/],
      ].map(([line, message]) => ({
        $error: { line, message: expect.stringMatching(message as RegExp) as string },
      })),
    );
    expect(lines.slice(4)).toEqual(['2', '']);
    expect(lines.join()).not.toContain('secret');
  });

  it('is masked as the same records in one request', async () => {
    const plan = await storePlan(
      target,
      '[{hash_sources: [{source: from_request}], masks: [{type: imitate}]}]',
    );
    const headers = { 'X-Run-Secret': SECRET };
    const names = ['Anna Miller 4711', 'Bert 2'];
    const bodyOf = async (more: object): Promise<string> => {
      const { body } = await client.mask(plan, { data: names, run_secret: SECRET, ...more }).expect(200);
      return `200 ${(body as { data: string[] }).data.map((one) => `${JSON.stringify(one)}\n`).join('')}`;
    };
    const lines = names.map((name) => JSON.stringify(name)).join('\n');
    expect(await send(plan, lines, headers)).toBe(await bodyOf({}));
    const pairs = names.map((name) => JSON.stringify({ hash_value: 17, data: name })).join('\n');
    expect(await send(plan, pairs, headers, 'hash_values=each')).toBe(await bodyOf({ hash_values: 17 }));
    expect(await send(plan, lines, headers, 'disable_instance_secret=true')).toBe(
      await bodyOf({ disable_instance_secret: true }),
    );
    expect(await send(plan, '{"hash_value":1}', headers, 'hash_values=each')).toMatch(/\$error/);
  });

  it.each([
    ['run_secret=abcdefghijklmnopqrstuvwxyz', {}, /X-Run-Secret/],
    ['disable_instance_secret=yes', {}, /bool_parsing/],
    ['hash_values=all', {}, /enum/],
    ['nothing=1', {}, /extra_forbidden/],
    ['ai_engine_url=http://127.0.0.1/', {}, /value_error/],
    ['', { 'X-Run-Secret': 'short' }, /string_too_short/],
  ])('with wrong settings is refused: %s %j', async (query, headers, expected) => {
    const answer = await send(same, '1', headers, query);
    expect(answer).toMatch(/^422 /);
    expect(answer).toMatch(expected);
  });

  it('is answered while it comes, and read no faster than the answer is', async () => {
    const { port } = target.server.address() as { port: number };
    const request = httpRequest({
      ...{ port, host: '127.0.0.1', method: 'POST', path: `/ifm/ruleset-plans/${same}/mask/` },
      headers: { ...LINES, Authorization: client.authorization },
    });
    request.write('"first"\n');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const [chunk] = (await once(response, 'data')) as [Buffer];
    expect(chunk.toString()).toBe('"first"\n');
    response.pause();
    const block = `"${'x'.repeat(1022)}"\n`.repeat(64);
    let blocks = 0;
    while (request.write(block) || (await drained(request))) {
      blocks++;
      expect(blocks).toBeLessThan(2_000);
    }
    let bytes = 0;
    response.on('data', (part: Buffer) => (bytes += part.length));
    response.resume();
    request.end();
    await once(response, 'end');
    expect(bytes).toBe((blocks + 1) * block.length);
  });
});

describe('a slow client', () => {
  let impatient: TestApp;
  let plan: string;
  let authorization: string;

  beforeAll(async () => {
    impatient = await createTestApp({ env: { MASK_BODY_TIMEOUT_S: '1' } });
    await ApiClient.installAdmin(impatient);
    ({ authorization } = await MaskClient.login(impatient));
    plan = await storePlan(impatient, '[{masks: [{type: do_nothing}]}]');
  });

  afterAll(() => impatient.stop());

  const open = (headers: Readonly<Record<string, string>>): ReturnType<typeof httpRequest> => {
    const { port } = impatient.server.address() as { port: number };
    const request = httpRequest({
      ...{ port, host: '127.0.0.1', method: 'POST', path: `/ifm/ruleset-plans/${plan}/mask/` },
      headers: { ...headers, Authorization: authorization },
    });
    request.on('error', () => undefined);
    return request;
  };
  const textOf = async (response: IncomingMessage): Promise<string> => {
    let text = '';
    response.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(response, 'close');
    return text;
  };

  it('whose stream stalls is told so by the last line', async () => {
    const request = open(LINES);
    request.write('"first"\n"half of the sec');
    const trickle = setInterval(() => request.write('x'), 100);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const text = await textOf(response);
    clearInterval(trickle);
    const [first, last] = text.split('\n');
    expect(first).toBe('"first"');
    expect(JSON.parse(last!)).toEqual({
      $error: { line: 2, message: 'No line came, or was read, within 1 seconds.', fatal: true },
    });
  });

  it('keeps its stream alive by empty lines', async () => {
    // On a busy machine the lines may come too late, too: that proves nothing.
    for (let longestPause = Infinity; longestPause > 500;) {
      const request = open(LINES);
      request.write('1\n');
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const text = textOf(response);
      longestPause = 0;
      for (let beat = 0, last = performance.now(); beat < 16; beat++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        request.write('\n');
        longestPause = Math.max(longestPause, performance.now() - last);
        last = performance.now();
      }
      request.end('2\n');
      expect([longestPause > 500 || (await text) === '1\n2\n', longestPause]).toEqual([true, longestPause]);
    }
  });

  it('that does not read its stream is cut off', async () => {
    const request = open(LINES);
    const block = `"${'x'.repeat(1022)}"\n`.repeat(64);
    request.write(block);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => undefined).pause();
    const pour = setInterval(() => request.write(block), 1);
    await new Promise<void>((resolve) => {
      request.socket!.on('close', () => {
        resolve();
      });
    });
    clearInterval(pour);
    expect(response.complete).toBe(false);
  });

  it('whose body trickles is answered 408, and cut off', async () => {
    const request = open({ 'Content-Type': 'application/json' });
    request.write('{"data":[');
    const trickle = setInterval(() => request.write(' '), 100);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const text = await textOf(response);
    clearInterval(trickle);
    expect([response.statusCode, JSON.parse(text)]).toEqual([
      408,
      { error: 'The body did not arrive within 1 seconds.' },
    ]);
    expect(response.headers.connection).toBe('close');
  });
});

/** Does the other side take more within a moment? */
async function drained(request: ReturnType<typeof httpRequest>): Promise<boolean> {
  const abort = new AbortController();
  const timer = setTimeout(() => {
    abort.abort();
  }, 300);
  try {
    await once(request, 'drain', { signal: abort.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

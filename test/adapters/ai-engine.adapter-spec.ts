/** The AI engine's adapter against a real HTTP server that speaks the analyzer's form. */
import { createServer } from 'node:http';
import {
  AnalyzerClient,
  maskTold,
  maskToldSoon,
  RemoteDetector,
} from '../../src/adapters/ai-engine/index.js';
import { compileTableMask, deriveRunKey, readRuleset } from '../../src/engine/index.js';
import type { AddressInfo } from 'node:net';
import type { AnalyzerOptions, AiEngineError } from '../../src/adapters/ai-engine/index.js';
import type { CompiledTableMask, ColumnShape } from '../../src/engine/index.js';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

interface Asked {
  readonly text: string;
  readonly language: string;
  readonly entities: readonly string[];
  readonly score_threshold: number;
  readonly ad_hoc_recognizers: readonly {
    readonly supported_entity: string;
    readonly deny_list: readonly string[];
  }[];
}

/** Finds "Dr Who" as a person, and the words that it is given, by code points as Python counts. */
function findings({ text, entities, ad_hoc_recognizers: words }: Asked): object[] {
  const wanted = [
    ...(entities.includes('PERSON') ? [['PERSON', 'Dr Who'] as const] : []),
    ...words.flatMap(({ supported_entity: entity, deny_list: list }) =>
      list.map((word) => [entity, word] as const),
    ),
  ];
  return wanted.flatMap(([entity, word]) => {
    const at = text.indexOf(word);
    const start = [...text.slice(0, at)].length;
    return at < 0 ? [] : [{ entity_type: entity, start, end: start + [...word].length, score: 0.9 }];
  });
}

class Engine {
  readonly asked: Asked[] = [];
  /** What the next calls get instead of findings. */
  readonly instead: ((response: ServerResponse) => void)[] = [];
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Engine> {
    const server = createServer((request, response) => void engine.answer(request, response));
    const engine = new Engine(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return engine;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Asked;
    this.asked.push(body);
    const instead = this.instead.shift();
    if (instead !== undefined) {
      instead(response);
    } else if (request.url !== '/analyze' || request.method !== 'POST') {
      response.writeHead(404).end();
    } else {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(findings(body)));
    }
  }
}

const MATCHERS = `matchers: {ai_detect: [
  {label: NAME, annotation_config: {use_preset: FULL_NAME}},
  {label: UNIT, annotation_config: {guidelines: a military unit, valid_examples: [UNIT, Torchwood], invalid_examples: [UNIT]}},
  {label: MAC, annotation_config: {use_preset: MAC_ADDRESS}}]}`;
const FIXED = `masks: [{label: NAME, masks: [{type: from_fixed, value: "N"}]}, {label: UNIT, masks: [{type: from_fixed, value: U}]}, {label: MAC, masks: [{type: from_fixed, value: M}]}]`;

function compiled(detector: RemoteDetector, before = ''): CompiledTableMask {
  const { ruleset, problems } = readRuleset(`version: "1.0"
tasks:
  - type: mask_table
    table: t
    key: id
    rules:
      - column: note
        masks:
          ${before}
          - type: json
            transforms: [{path: ["*"], masks: [{type: unstructured_text, ${MATCHERS.replaceAll('\n', ' ')}, ${FIXED}}]}]
`);
  expect(problems).toEqual([]);
  const shape = {
    nullable: true,
    writable: true,
    maxLength: null,
    numericPrecision: null,
    numericScale: null,
  };
  const columns: ColumnShape[] = ['id', 'note'].map((name) => ({ name, kind: 'text', ...shape }));
  const task = ruleset?.tasks[0];
  const result = compileTableMask(
    task as Extract<typeof task, { kind: 'mask_table' }>,
    { columns, find: (name) => columns.find((column) => column.name === name) },
    {
      runKey: deriveRunKey('x', null),
      repeatable: false,
      nowMs: 0,
      seedFiles: new Map(),
      entityDetector: detector,
    },
  );
  expect(result.problems).toEqual([]);
  return result.mask!;
}

function maskAll(mask: CompiledTableMask, notes: readonly string[]): (string | null)[] {
  return notes.map((note, index) => {
    const out: (string | null)[] = [];
    mask.maskRow([String(index), note], out);
    return out[0] ?? null;
  });
}

describe('the AI engine', () => {
  let engine: Engine;
  const detector = (options: Partial<AnalyzerOptions> = {}): RemoteDetector =>
    new RemoteDetector(new AnalyzerClient({ url: engine.url, ...options }));

  beforeEach(async () => {
    engine = await Engine.start();
  });
  afterEach(() => engine.stop());

  it('masks what the engine finds, asks each text once, and leaves other kinds to the built-in detector', async () => {
    const remote = detector();
    const mask = compiled(remote);
    const notes = [
      '["😀 Dr Who met UNIT", "😀 Dr Who met UNIT"]',
      '["e\u0301 Torchwood 00:1b:44:11:3a:b7"]',
      '["nobody"]',
    ];
    await expect(maskTold(remote, () => maskAll(mask, notes))).resolves.toEqual([
      '["😀 N met UNIT", "😀 N met UNIT"]',
      '["e\u0301 U M"]',
      '["nobody"]',
    ]);
    expect(engine.asked).toHaveLength(3);
    expect(engine.asked[0]).toMatchObject({
      ...{ language: 'en', entities: ['PERSON', 'UNIT'], score_threshold: 0.35 },
      ad_hoc_recognizers: [{ supported_entity: 'UNIT', deny_list: ['UNIT', 'Torchwood'] }],
    });
  });

  it('asks nothing where no text is searched, and keeps no answers', async () => {
    const remote = detector();
    const mask = compiled(remote);
    await maskTold(remote, () => maskAll(mask, ['[]', '[""]']));
    expect(engine.asked).toHaveLength(0);
    for (let round = 1; round <= 2; round += 1) {
      await maskTold(remote, () => maskAll(mask, ['["Dr Who"]']));
      expect(engine.asked).toHaveLength(round);
    }
  });

  it('gives what asks nothing at once, and a promise otherwise', async () => {
    const remote = detector();
    expect(maskToldSoon(null, () => 'plain')).toBe('plain');
    const mask = compiled(remote);
    expect(maskToldSoon(remote, () => maskAll(mask, ['[]']))).toEqual(['[]']);
    await expect(maskToldSoon(remote, () => maskAll(mask, ['["Dr Who"]']))).resolves.toEqual(['["N"]']);
  });

  it('asks again when the engine is busy, and gives up in the end', async () => {
    const busy = (response: ServerResponse): void => void response.writeHead(503).end('Dr Who');
    engine.instead.push(busy, (response) => response.destroy());
    const remote = detector();
    const mask = compiled(remote);
    await expect(maskTold(remote, () => maskAll(mask, ['["Dr Who"]']))).resolves.toEqual(['["N"]']);
    engine.instead.push(busy, busy);
    const once = detector({ retries: 1 });
    const again = compiled(once);
    await expect(maskTold(once, () => maskAll(again, ['["Dr Who"]']))).rejects.toMatchObject({
      code: 'refused',
      message: 'The AI engine answered with status 503.',
    });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['refused', (response) => void response.writeHead(400).end('{"error": "Dr Who"}')],
    ['refused', (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
    ['bad_answer', (response) => void response.end('Dr Who')],
    ['bad_answer', (response) => void response.end('{"a": 1}')],
    ['bad_answer', (response) => void response.end('[{"entity_type": "PERSON", "start": 3, "end": 2}]')],
    ['bad_answer', (response) => void response.end('[{"entity_type": "PERSON", "start": 0, "end": 200}]')],
    ['timed_out', () => undefined],
  ])('says what is wrong, and no value: %s', async (code, instead) => {
    engine.instead.push(instead);
    const remote = detector({ retries: 0, ...(code === 'timed_out' ? { timeoutMs: 300 } : {}) });
    const mask = compiled(remote);
    const failed = maskTold(remote, () => maskAll(mask, ['["Dr Who"]']));
    await expect(failed).rejects.toMatchObject({ code, message: expect.not.stringContaining('Who') });
  });

  it('refuses masks before it that give another text each time', async () => {
    const remote = detector();
    const mask = compiled(
      remote,
      `- {type: concat, masks: [{type: from_fixed, value: '["'}, {type: from_random_text, max: 9}, {type: from_fixed, value: '"]'}]}`,
    );
    await expect(maskTold(remote, () => maskAll(mask, ['x']))).rejects.toMatchObject({ code: 'texts_vary' });
  });

  it('cannot be reached where nobody listens', async () => {
    const { url } = engine;
    await engine.stop();
    const client = new AnalyzerClient({ url, retries: 0 });
    await expect(client.analyze('Dr Who', { entities: ['PERSON'], words: [] })).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The AI engine cannot be reached (ECONNREFUSED).',
    });
    engine = await Engine.start();
  });
});

describe('addresses of the engine', () => {
  it.each([
    ...[
      'http://169.254.169.254/',
      'http://[fe80::1]/',
      'http://metadata.google.internal/',
      'http://0.0.0.0:5002',
    ],
    ...[
      'http://[::ffff:169.254.169.254]/',
      'http://2852039166/',
      'http://100.100.100.200',
      'http://[fd00:ec2::254]',
    ],
  ])('%s is refused', (url) => {
    expect(() => new AnalyzerClient({ url })).toThrow(
      expect.objectContaining({ code: 'address_refused' }) as AiEngineError,
    );
  });

  it.each([
    '',
    'nonsense',
    'ftp://a/',
    'file:///etc/passwd',
    'http://a:b@c/',
    'http://a/?x=1',
    'http://a/#x',
  ])('%j is no address', (url) => {
    expect(() => new AnalyzerClient({ url })).toThrow(
      expect.objectContaining({ code: 'bad_address' }) as AiEngineError,
    );
  });
});

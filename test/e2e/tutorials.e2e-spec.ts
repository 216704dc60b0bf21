import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Server } from '../support/s3-server.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';
import { missingOutput, readBlocks, scriptOf, type TutorialBlock } from '../support/tutorial.js';

/**
 * What the documents tell users to type is typed here, block by block, into a shell; what they show as its output must come.
 * Only addresses and credentials are others.
 */
const isThere = (program: string): boolean => {
  const found = spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
  if (!found) {
    process.stderr.write(`Skipped: tutorials that need it (no ${program} on PATH).\n`);
  }
  return found;
};
const hasCurl = isThere('curl');
const hasPsql = isThere('psql');

const SHOP_SQL = `
  CREATE TABLE customers (id int PRIMARY KEY, first_name text, last_name text, email text, phone text, birth_date date, note text);
  INSERT INTO customers SELECT n, 'Ada' || n, 'Byron' || n, 'ada' || n || '@mail.example', '+64 21 555 ' || 1000 + n,
    date '1950-01-01' + n * 100, 'kept ' || n FROM generate_series(1, 50) n`;

interface Followed {
  readonly code: number | null;
  readonly errors: string;
  /** All output, if the shell failed. */
  readonly lastWords: string;
  readonly missing: readonly string[];
}

interface Masked {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

const WELL: Followed = { code: 0, errors: '', lastWords: '', missing: [] };

const README_STEPS = '## Mask your own PostgreSQL in ten minutes';

(hasCurl ? describe : describe.skip)('tutorials', () => {
  let app: TestApp;
  let shop: TestDatabase;
  let s3: S3Server;
  let folder: string;
  /** What every tutorial takes over from the README: everything up to the test of the connection. */
  let setUp: readonly TutorialBlock[];
  /** The first customer of the database tutorial, as masked there and in flight. */
  let maskedRow: Masked | undefined;
  let maskedMessage: Masked | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vizard-tutorials-'));
    app = await createTestApp({ workers: 2, env: { MOUNTS_DIR: join(folder, 'data', 'mounts') } });
    shop = await createTargetDatabase();
    await shop.query(SHOP_SQL);
    s3 = await S3Server.start('company-exports');
    s3.keys.set('AKIAEXAMPLE', { secret: 'secret-of-the-key' });
    setUp = readBlocks('README.md', README_STEPS).slice(0, 2);
  });

  afterAll(async () => {
    await app.stop();
    await s3.stop();
    await shop.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The text with the addresses and credentials of this test. */
  function here(text: string, database: TestDatabase): string {
    const { tcpPort, user, password } = database.settings;
    return text
      .replaceAll('http://127.0.0.1:8080', app.url)
      .replaceAll('postgresql://shop:secret@127.0.0.1:5432/shop', database.url)
      .replace(
        /"port": 5432, "database": "shop"/g,
        `"port": ${tcpPort}, "database": ${JSON.stringify(database.name)}`,
      )
      .replace(
        '"user": "shop", "dbpassword": "secret"',
        `"user": ${JSON.stringify(user)}, "dbpassword": ${JSON.stringify(password)}`,
      )
      .replace('"region": "eu-central-1"', `"region": "eu-central-1", "endpoint": "${s3.endpoint}"`);
  }

  /** What a user sees who types it all. */
  async function follow(blocks: readonly TutorialBlock[], database = shop): Promise<Followed> {
    const shell = spawn('bash', ['-c', here(scriptOf(blocks), database)], { cwd: folder });
    let output = '';
    let errors = '';
    shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    shell.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => shell.once('close', resolve));
    return { code, errors, lastWords: code === 0 ? '' : output, missing: missingOutput(blocks, output) };
  }

  /** Log in and connect as the README says, without installing the administrator once more. */
  function prepared(name: string): TutorialBlock[] {
    const [first, second] = setUp as [TutorialBlock, TutorialBlock];
    const login = first.code.replace(/curl -sS [^\n]*admin-install[^]*?\n}'\n/, '');
    const connection = second.code.replace('"name": "shop copy"', `"name": "${name}"`);
    return [
      { ...first, code: login, line: -2 },
      { ...second, code: connection, line: -1 },
    ];
  }

  it('README.md: mask your own PostgreSQL', async () => {
    expect(await follow(readBlocks('README.md', README_STEPS))).toEqual(WELL);
    const [row] = await shop.query<Record<string, string>>(
      `SELECT count(*) FILTER (WHERE email = 'ada' || id || '@mail.example' OR last_name = 'Byron' || id)::int AS kept,
         count(*) FILTER (WHERE note = 'kept ' || id)::int AS untouched FROM customers`,
    );
    expect(row).toEqual({ kept: 0, untouched: 50 });
  });

  it('README.md: requests by example', async () => {
    expect(
      await follow([...prepared('examples'), ...readBlocks('README.md', '## Requests by example')]),
    ).toEqual(WELL);
  });

  it('docs/tutorials/from-discovery-to-ruleset.md', async () => {
    expect(
      await follow([
        ...prepared('to discover'),
        ...readBlocks('docs/tutorials/from-discovery-to-ruleset.md'),
      ]),
    ).toEqual(WELL);
  });

  (hasPsql ? describe : describe.skip)('with psql', () => {
    it('docs/tutorials/mask-your-postgresql.md', async () => {
      const empty = await createTargetDatabase();
      const [login, connection] = prepared('shop of the tutorial') as [TutorialBlock, TutorialBlock];
      const [create, copy, ...rest] = readBlocks('docs/tutorials/mask-your-postgresql.md').filter(
        ({ language, file }) => language !== 'sql' || file !== null,
      ) as [TutorialBlock, TutorialBlock, ...TutorialBlock[]];
      expect(await follow([login, connection, create, copy, ...rest], empty)).toEqual(WELL);
      [maskedRow] = await empty.query<Masked>(
        'SELECT first_name, last_name, email FROM customers WHERE id = 1',
      );
      await empty.drop();
    });

    it('docs/tutorials/mask-in-flight.md', async () => {
      const blocks = readBlocks('docs/tutorials/mask-in-flight.md');
      expect(await follow([...prepared('not in flight'), ...blocks])).toEqual(WELL);
      const { data } = JSON.parse(readFileSync(join(folder, 'masked.json'), 'utf8')) as {
        data: [{ customer: Masked }];
      };
      maskedMessage = data[0].customer;
      expect(maskedMessage.last_name).not.toBe('Byron');
    });

    it('gives a customer of the database the same invented person in flight', () => {
      expect(maskedMessage).toEqual(maskedRow);
      expect(maskedRow?.email).not.toContain('mail.example');
    });
  });

  it('docs/tutorials/mask-an-s3-bucket.md', async () => {
    const traits = { contentType: 'text/csv', encryption: '', keyId: '' };
    s3.bucket.put(
      'production/customers.csv',
      Buffer.from('id,name,email\n1,Byron,ada@mail.example\n'),
      traits,
    );
    s3.bucket.put(
      'production/orders.ndjson',
      Buffer.from('{"no": 1, "customer": {"email": "ada@mail.example"}}\n'),
      traits,
    );
    expect(
      await follow([...prepared('unused'), ...readBlocks('docs/tutorials/mask-an-s3-bucket.md')]),
    ).toEqual(WELL);
    const [, masked = ''] = /,([^,\n]+)\n$/.exec(
      s3.bucket.objects.get('masked/customers.csv')!.content.toString(),
    )!;
    expect(masked).not.toContain('ada@mail.example');
    expect(s3.bucket.objects.get('masked/orders.ndjson')!.content.toString()).toBe(
      `{"no": 1, "customer": {"email": "${masked}"}}\n`,
    );
  });

  it('docs/in-flight.md: a first plan', async () => {
    expect(await follow(readBlocks('docs/in-flight.md', '## A first plan'))).toEqual(WELL);
  });

  it('docs/file-runs.md', async () => {
    mkdirSync(join(folder, 'data', 'mounts', 'in', 'letters'), { recursive: true });
    writeFileSync(join(folder, 'data', 'mounts', 'in', 'a.csv'), 'customer_id,mail\n1,ada@mail.example\n');
    expect(await follow([...prepared('unused by files'), ...readBlocks('docs/file-runs.md')])).toEqual(WELL);
  });
});

/**
 * Masking in place against MariaDB's own UPDATE: the table and the masks of the benchmark `postgres`, on a private server
 * with its stock settings. BENCH_ROWS, BENCH_BATCH and BENCH_PARTS change the sizes.
 */
import { atLeast } from './bars/bar.js';
import type { MariadbTarget } from '../test/support/mariadb.js';
import { startMariadb } from '../test/support/mariadb.js';
import { RUN_OPTION_LIMITS } from '../src/runs/run-options.js';
import { maskInPlace } from './postgres/mask-in-place.js';
import type { Settings } from './postgres/mask-in-place.js';
import { MASKED } from './postgres/tables.js';

/** What Debian's server has by default; the tests' own are for speed of start. */
const STOCK = ['--innodb-buffer-pool-size=128M', '--innodb-log-file-size=96M', '--performance-schema=OFF'];

const GOALS = { md5: 1.2, reverse: 0.5 } as const;

export async function run(): Promise<void> {
  const server = await startMariadb(STOCK);
  try {
    await measureAll(await server.createTarget());
  } finally {
    await server.stop();
  }
}

async function measureAll(target: MariadbTarget): Promise<void> {
  const settings = readSettings();
  await makeSource(target, settings.rows);
  const plain: { expression: 'md5' | 'reverse'; seconds: number }[] = [];
  for (const expression of ['md5', 'reverse'] as const) {
    await freshCopy(target);
    const sets = MASKED.map((column) => `${column} = ${expression}(${column})`).join(', ');
    plain.push({ expression, seconds: await secondsOf(() => target.sql(`UPDATE people SET ${sets}`)) });
  }
  await freshCopy(target);
  const before = process.resourceUsage().maxRSS / 1024;
  const cpu = process.cpuUsage();
  const ours = await secondsOf(() => maskInPlace({ kind: 'mariadb', settings: target.settings }, settings));
  const { user, system } = process.cpuUsage(cpu);
  await checkMasked(target, settings.rows);
  for (const { expression, seconds } of plain) {
    print(`plain SQL: UPDATE … SET c = ${expression}(c)`, seconds, settings.rows);
    write(`  ours is ${(seconds / ours).toFixed(2)}x`);
    atLeast(
      GOALS[expression],
      `${settings.rows.toLocaleString('en')} rows on MariaDB, of \`SET c = ${expression}(c)\``,
      seconds / ours,
    );
  }
  print(`ours: ${settings.parts} partitions, ${settings.batchSize} rows a batch`, ours, settings.rows);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  write(
    `  CPU here ${((user + system) / 1e6).toFixed(2)} s, peak RSS ${peak} MB (${Math.round(before)} MB before)`,
  );
}

/** The columns of the PostgreSQL benchmark. */
async function makeSource(target: MariadbTarget, rows: number): Promise<void> {
  await target.sql(`
    CREATE TABLE people_source (id int PRIMARY KEY, first_name varchar(40) NOT NULL, last_name varchar(40) NOT NULL,
      street varchar(80) NOT NULL, phone varchar(40) NOT NULL, email varchar(80) NOT NULL, born date NOT NULL,
      balance decimal(12,2) NOT NULL, created timestamp(6) NOT NULL, reference uuid NOT NULL, active boolean NOT NULL,
      note text NOT NULL);
    INSERT INTO people_source SELECT seq,
      CONCAT(UPPER(LEFT(MD5(seq % 5000), 1)), LEFT(MD5(seq % 5000), 4 + seq % 4)),
      CONCAT(UPPER(LEFT(MD5(seq % 20000), 1)), LEFT(MD5(seq % 20000), 5 + seq % 6)),
      CONCAT(seq % 900, ' ', LEFT(MD5(seq % 70000), 10), ' Street'),
      CONCAT('+1 555 ', LPAD(seq * 7919 % 10000000, 7, '0')), CONCAT('person', seq, '@example.com'),
      DATE '1940-01-01' + INTERVAL seq % 25000 DAY, (seq * 13 % 1000000) / 100, NOW(6) - INTERVAL seq MINUTE,
      UUID(), seq % 7 = 0, CONCAT('note ', REPEAT(MD5(seq), 4))
    FROM seq_1_to_${rows}`);
}

async function freshCopy(target: MariadbTarget): Promise<void> {
  await target.sql(`DROP TABLE IF EXISTS people; CREATE TABLE people LIKE people_source;
    INSERT INTO people SELECT * FROM people_source ORDER BY id; ANALYZE TABLE people`);
  await allWritten(target);
}

/** Nothing left to be written from memory. */
async function allWritten(target: MariadbTarget): Promise<void> {
  await target.sql('SET GLOBAL innodb_max_dirty_pages_pct = 0');
  for (let dirty = 1; dirty > 0;) {
    await target.sql('DO SLEEP(0.1)');
    const [row] = await target.sql("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'");
    dirty = Number(row?.[1] ?? 0);
  }
  await target.sql('SET GLOBAL innodb_max_dirty_pages_pct = DEFAULT');
}

async function checkMasked(target: MariadbTarget, rows: number): Promise<void> {
  const differs = MASKED.map((column) => `p.${column} <> s.${column}`).join(' OR ');
  const [row] = await target.sql(
    `SELECT COUNT(*) FROM people p JOIN people_source s USING (id) WHERE (${differs}) AND p.email = s.email`,
  );
  if (Number(row?.[0]) !== rows) {
    throw new Error(`only ${row?.[0] ?? ''} of ${rows} rows are masked`);
  }
}

function readSettings(): Settings {
  const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
  return {
    rows: number('BENCH_ROWS', 1_000_000),
    batchSize: number('BENCH_BATCH', RUN_OPTION_LIMITS.batchSize.default),
    parts: number('BENCH_PARTS', 2),
  };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

function print(path: string, seconds: number, rows: number): void {
  const rate = Math.round(rows / seconds).toLocaleString('en');
  write(`${path.padEnd(48)} ${seconds.toFixed(1).padStart(6)} s  ${rate.padStart(9)} rows/s`);
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

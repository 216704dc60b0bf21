import type pg from 'pg';

export const MASKED: readonly string[] = ['first_name', 'last_name', 'street', 'phone'];

/** `people_source` with `rows` rows of twelve columns of common types, about 280 bytes each. */
export async function makeSource(client: pg.Client, rows: number): Promise<void> {
  await client.query(`
    CREATE UNLOGGED TABLE people_source AS
    SELECT n AS id,
      initcap(left(translate(md5((n % 5000)::text), '0123456789', 'ghijklmnop'), 5 + n % 4)) AS first_name,
      initcap(left(translate(md5((n % 20000)::text), '0123456789', 'ghijklmnop'), 6 + n % 6)) AS last_name,
      n % 900 || ' ' || left(md5((n % 70000)::text), 10) || ' Street' AS street,
      '+1 555 ' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0') AS phone,
      'person' || n || '@example.com' AS email,
      date '1940-01-01' + n % 25000 AS born,
      (n * 13 % 1000000)::numeric(12, 2) / 100 AS balance,
      now() - n * interval '1 minute' AS created,
      md5(n::text)::uuid AS reference,
      n % 7 = 0 AS active,
      'note ' || repeat(md5(n::text), 4) AS note
    FROM generate_series(1, ${rows}) AS n`);
  await client.query('VACUUM ANALYZE people_source');
}

/** What `people` is made of besides the columns of its source. */
export interface TableForm {
  readonly rows: number;
  /** Whole numbers that nothing masks. */
  readonly extraColumns: number;
  /** Characters of the note, which nothing masks. */
  readonly noteLength: number | null;
  /** Masked columns with an index of their own. */
  readonly indexed: readonly string[];
}

export function plainForm(rows: number): TableForm {
  return { rows, extraColumns: 0, noteLength: null, indexed: [] };
}

/** `people` anew, vacuumed, with its primary key, and nothing left to be written from memory. */
export async function freshCopy(client: pg.Client, form: TableForm): Promise<void> {
  const extras = Array.from({ length: form.extraColumns }, (_, place) => `, id + ${place} AS extra_${place}`);
  const note = form.noteLength === null ? 'note' : `rpad(note, ${form.noteLength}, note) AS note`;
  await client.query('DROP TABLE IF EXISTS people');
  await client.query('CREATE TABLE people (LIKE people_source)');
  for (const [place] of extras.entries()) {
    await client.query(`ALTER TABLE people ADD COLUMN extra_${place} integer`);
  }
  await client.query(`
    INSERT INTO people SELECT id, first_name, last_name, street, phone, email, born, balance, created, reference,
      active, ${note}${extras.join('')} FROM people_source WHERE id <= ${form.rows} ORDER BY id`);
  await client.query('ALTER TABLE people ADD PRIMARY KEY (id)');
  for (const column of form.indexed) {
    await client.query(`CREATE INDEX ON people (${column})`);
  }
  await client.query('VACUUM ANALYZE people');
  await client.query('CHECKPOINT');
}

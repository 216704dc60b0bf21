import type pg from 'pg';

/** A database that statements can be sent to. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
}

/** People with all kinds of names; every person appears `times` times, under other ids. */
export async function createPeople(
  database: Queryable,
  table: string,
  rows: number,
  times = 1,
): Promise<void> {
  await database.query(
    `CREATE TABLE ${table} AS
     SELECT id::int, 'First' || (id % ${Math.ceil(rows / times)}) AS first_name,
       'Læst' || (id % ${Math.ceil(rows / times)}) AS last_name,
       'person' || (id % ${Math.ceil(rows / times)}) || '@example.com' AS email,
       (DATE '1950-01-01' + (id % 20000)::int) AS born, 'note ' || id AS note
     FROM generate_series(1, ${rows}) AS id`,
  );
  await database.query(`ALTER TABLE ${table} ADD PRIMARY KEY (id)`);
}

/** One figure over the whole content of a table, in key order. */
export async function checksum(database: Queryable, table: string, columns = 't.*'): Promise<string> {
  const [row] = await database.query<{ sum: string }>(
    `SELECT md5(string_agg(md5((${columns})::text), '' ORDER BY id)) AS sum FROM ${table} AS t`,
  );
  return row?.sum ?? '';
}

/** Masks the names of `createPeople`, drawn from the e-mail address. */
export function maskPeople(table: string, more = ''): string {
  return `  - type: mask_table
    table: ${table}
    key: id
    hash_columns: [email]
${more}    rules:
      - column: first_name
        masks:
          - type: from_file
            seed_file: DataMasque_firstNames_mixed.csv
            seed_column: firstname-mixed
      - column: last_name
        masks:
          - type: imitate
`;
}

/** Makes every batch that is written to the table take longer. */
export async function slowDown(database: Queryable, table: string, seconds: number): Promise<void> {
  await database.query(`
    CREATE FUNCTION slow_${table}() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN PERFORM pg_sleep(${seconds}); RETURN NULL; END$$;
    CREATE TRIGGER slow_${table} AFTER UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION slow_${table}()`);
}

/**
 * The same, and the address that they are drawn from, too: whoever masks a row twice gets something else, so that a
 * test can tell.
 */
export function maskPeopleOnce(table: string): string {
  return `${maskPeople(table)}      - column: email
        masks:
          - type: imitate
`;
}

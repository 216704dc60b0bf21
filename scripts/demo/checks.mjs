/** Every invented surname and mail domain of the sample company shows one of these; no seed file does. */
const TRACES = [
  'harbourmail',
  'ombery',
  'agewick',
  'inqvaal',
  'umpelby',
  'exhalm',
  'ôtterin',
  'yrrfeld',
  'askovitz',
  'uddlefen',
  'izzlethorp',
  'obblemont',
  'ennagh',
  'úfuna',
  'ivrosk',
  'egglesham',
  'atchouli',
];

/** Each query counts rows that break its promise. */
const SAME_PERSON = [
  [
    'an order carries its customer’s masked mail address',
    'SELECT count(*) FROM orders JOIN customers USING (customer_id) WHERE contact_email <> email',
  ],
  [
    'a payment has its customer’s masked name, address and card',
    `SELECT count(*) FROM payments p JOIN orders USING (order_id) JOIN customers c USING (customer_id)
     WHERE card_holder <> first_name || ' ' || last_name OR payer_email <> email OR p.card_number <> c.card_number`,
  ],
];

async function describeTables(client, named) {
  const { rows } = await client.query(
    `SELECT c.relname AS table_name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' GROUP BY 1 ORDER BY 1`,
  );
  return rows.map(({ table_name: table, columns }) => ({
    table,
    untouched: columns.filter((column) => !(named.get(table) ?? []).includes(column)),
  }));
}

/** Table → row count and one checksum over every column that no rule names. */
export async function fingerprint(client, named) {
  const prints = new Map();
  for (const { table, untouched } of await describeTables(client, named)) {
    const row = untouched.map((column) => `"${column}"`).join(', ');
    const { rows } = await client.query(
      `SELECT count(*)::int AS rows, md5(string_agg(line, '' ORDER BY line)) AS checksum
       FROM (SELECT md5(ROW(${row})::text) AS line FROM "${table}") AS lines`,
    );
    prints.set(table, { ...rows[0], columns: untouched.length });
  }
  return prints;
}

/** Compares two fingerprints; yields `[ok, sentence]`. */
export function* unchanged(before, after) {
  for (const [table, old] of before) {
    const now = after.get(table);
    yield [
      now.rows === old.rows && now.checksum === old.checksum,
      `${table}: ${old.rows} rows, ${old.columns} columns that no rule names are byte-identical`,
    ];
  }
}

async function count(client, sql) {
  const { rows } = await client.query(sql);
  return Number(rows[0].count);
}

/** The promises of the ruleset, asked in SQL; yields `[ok, sentence]`. */
export async function* promises(client, named) {
  for (const [sentence, sql] of SAME_PERSON) {
    const broken = await count(client, sql);
    yield [broken === 0, broken === 0 ? sentence : `${sentence}: not in ${broken} rows`];
  }
  for (const table of named.keys()) {
    const found = await count(
      client,
      `SELECT count(*) FROM "${table}" AS t WHERE lower(t::text) ~ '${TRACES.join('|')}'`,
    );
    yield [found === 0, `${table}: ${found === 0 ? 'no' : found} original names or mail addresses left`];
  }
  const people = await count(client, 'SELECT count(DISTINCT (first_name, last_name, email)) FROM customers');
  yield [people > 11_000, `12000 customers are still ${people} different people`];
}

const SAMPLE = `SELECT customer_id, first_name || ' ' || last_name, email, phone, birth_date::text, card_number
  FROM customers WHERE customer_id IN (2, 3, 101, 9999) ORDER BY customer_id`;

/** A few rows, as arrays of text. */
export async function sampleRows(client) {
  const { rows } = await client.query({ text: SAMPLE, rowMode: 'array' });
  return rows;
}

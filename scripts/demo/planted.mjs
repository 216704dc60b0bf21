/** Table → its key and the columns that were made to hold something about people. All other columns are harmless. */
const PLANTED = {
  employees: ['employee_no', ['first_name', 'last_name', 'work_email', 'birth_date', 'salary']],
  customers: [
    'customer_id',
    ['first_name', 'last_name', 'email', 'phone', 'birth_date', 'card_number', 'notes', 'avatar'],
  ],
  addresses: ['address_id', ['street', 'city', 'state', 'postcode']],
  orders: ['order_id', ['contact_email', 'ship_to', 'gift_message']],
  payments: ['payment_id', ['card_number', 'card_holder', 'payer_email', 'authorised_from']],
  support_tickets: ['ticket_id', ['contact_name', 'message', 'context']],
};

/** Percent of values that may be as before: small lists and dates meet by chance. */
const MOST_BY_CHANCE = 10;

const fullNames = (columnsOf) =>
  Object.entries(columnsOf)
    .flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
    .sort();

/** Compares what discovery selected (table → columns) with what was planted; gives `[ok, sentence]`. */
export function judgeDiscovery(selected) {
  const planted = fullNames(
    Object.fromEntries(Object.entries(PLANTED).map(([table, [, names]]) => [table, names])),
  );
  const found = fullNames(selected);
  const missed = planted.filter((name) => !found.includes(name));
  const harmless = found.filter((name) => !planted.includes(name));
  const wrong = [
    ...(missed.length > 0 ? [`not found: ${missed.join(', ')}`] : []),
    ...(harmless.length > 0 ? [`harmless, but found: ${harmless.join(', ')}`] : []),
  ];
  const sentence = `discovery found the ${planted.length} columns with something about people, and no other`;
  return [wrong.length === 0, [sentence, ...wrong].join('; ')];
}

/** Keeps the planted values for this session, to compare them later. */
export async function rememberPlanted(client) {
  for (const [table, [key, columns]] of Object.entries(PLANTED)) {
    const texts = columns.map((column) => `${column}::text`).join(', ');
    await client.query(`CREATE TEMP TABLE planted_${table} AS SELECT ${key}, ${texts} FROM ${table}`);
  }
}

/** Is every planted column masked? Yields `[ok, sentence]`. */
export async function* plantedAreMasked(client) {
  for (const [table, [key, columns]] of Object.entries(PLANTED)) {
    const shares = columns.map(
      (column) =>
        `coalesce(100.0 * count(*) FILTER (WHERE b.${column} <> '' AND b.${column} = a.${column}::text) / nullif(count(*) FILTER (WHERE b.${column} <> ''), 0), 100)::float8`,
    );
    const { rows } = await client.query({
      text: `SELECT ${shares.join(', ')} FROM planted_${table} AS b JOIN ${table} AS a USING (${key})`,
      rowMode: 'array',
    });
    const most = Math.max(...rows[0]);
    const kept = columns.filter((_, place) => rows[0][place] > MOST_BY_CHANCE);
    yield [
      kept.length === 0,
      kept.length === 0
        ? `${table}: all ${columns.length} planted columns are masked; at most ${most.toFixed(1)} % of a column’s values are as before, by chance`
        : `${table}: not masked: ${kept.join(', ')}`,
    ];
  }
}

/** Tables with planted personal data beside harmless columns that look alike. Written for PostgreSQL and MariaDB alike. */
export const PLANTED_ROWS = 60;

const people = Array.from({ length: PLANTED_ROWS }, (_, index) => {
  const n = index + 1;
  const day = `19${50 + (n % 45)}-0${1 + (n % 9)}-1${n % 10}`;
  const card = `4539 1488 0343 ${String(6000 + n)}`;
  return [
    n,
    `'Given${n}'`,
    `'Surname${n}'`,
    `'person${n}@customers.example'`,
    `'+64 21 555 ${String(1000 + n)}'`,
    `'${day}'`,
    `'${String(100 + n)}-45-${String(1000 + n)}'`,
    `'${card}'`,
    n % 7 === 0
      ? 'NULL'
      : `'Anna Miller called from +64 21 555 ${String(1000 + n)}, write to anna.miller${n}@mail.example'`,
    `'192.0.2.${n}'`,
    `${n} * 11`,
    `'SKU-${String(n).padStart(4, '0')}'`,
    `'open'`,
    `'1.${n}.0'`,
    `'2024-01-02 03:04:05'`,
  ].join(', ');
});

export const PLANTED_SQL = [
  `CREATE TABLE people (id int PRIMARY KEY, first_name varchar(40) NOT NULL, last_name varchar(40) NOT NULL,
     email varchar(80) NOT NULL, phone varchar(30), birth_date date, ssn varchar(11), card_number varchar(25),
     notes varchar(200), ip_address varchar(45), quantity int NOT NULL, sku varchar(20), status varchar(10),
     app_version varchar(20), created_at timestamp NOT NULL)`,
  `INSERT INTO people VALUES ${people.map((row) => `(${row})`).join(', ')}`,
  `CREATE TABLE visits (visit_no int PRIMARY KEY, person_id int NOT NULL REFERENCES people (id), street_address varchar(60),
     city varchar(30), postal_code varchar(10), product_name varchar(40), file_name varchar(40))`,
  `INSERT INTO visits SELECT id, id, concat(id, ' Secret Lane'), 'Zympfstad', concat('9', id + 1000), concat('Teapot ', id),
     concat('scan', id, '.pdf') FROM people`,
];

/** Table → key, planted columns and harmless ones. */
export const PLANTED = {
  people: {
    key: 'id',
    sensitive: [
      'first_name',
      'last_name',
      'email',
      'phone',
      'birth_date',
      'ssn',
      'card_number',
      'notes',
      'ip_address',
    ],
    harmless: ['id', 'quantity', 'sku', 'status', 'app_version', 'created_at'],
  },
  visits: {
    key: 'visit_no',
    sensitive: ['street_address', 'city', 'postal_code'],
    harmless: ['visit_no', 'person_id', 'product_name', 'file_name'],
  },
} as const;

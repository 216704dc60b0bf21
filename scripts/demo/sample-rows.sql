-- Deterministic: each value is a hash of its row number and its column, so every demo masks the same company.
CREATE FUNCTION pg_temp.draw(row_no bigint, what text, below int) RETURNS int LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(row_no || ':' || what), 1, 7))::bit(28)::int % below) $$;
CREATE FUNCTION pg_temp.pick(row_no bigint, what text, choices text[]) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT choices[1 + pg_temp.draw(row_no, what, cardinality(choices))] $$;
CREATE FUNCTION pg_temp.first_name(row_no bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT pg_temp.pick(row_no, 'first', ARRAY['Anneke','Bårdur','Ciarán','Dorottya','Ekaterini','Fionnuala','Gülnaz',
    'Håvard','Íris','José María','Kaʻiulani','Łucja','Mbali','Nguyệt','Øydis','Paraskevi','Quirijn','Ruairí','Siôn',
    'Þórunn','Uğur','Vlasta','Wiremu','Xóchitl','Yevheniya','Zoë','さくら','小明','가온','Анна-Мария']) $$;
CREATE FUNCTION pg_temp.last_name(row_no bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT pg_temp.pick(row_no, 'last-a', ARRAY['Quarl','Zympf','Vorrn','Ødrik','Jaxw','D’Ubb','Ŵynthr','Ströngl',
    'Fjeltz','Kwoff','Bryzz','Mc Gnaw','Yllv','Ptolf','Ushk','Çorzl']) || pg_temp.pick(row_no, 'last-b', ARRAY['ombery',
    'agewick','inqvaal','umpelby','exhalm','ôtterin','yrrfeld','askovitz','uddlefen','izzlethorp','obblemont','ennagh',
    'úfuna','ivrosk','egglesham','atchouli']) $$;
CREATE FUNCTION pg_temp.mail_name(text_in text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT coalesce(nullif(regexp_replace(lower(text_in), '[^a-z]', '', 'g'), ''), 'kunde') $$;

INSERT INTO employees
SELECT n, pg_temp.first_name(-n), pg_temp.last_name(-n),
  pg_temp.mail_name(pg_temp.last_name(-n)) || n || '@staff.harbourmail.invalid',
  date '1955-01-01' + pg_temp.draw(n, 'born', 17000), 30000 + pg_temp.draw(n, 'salary', 9000000) / 100.0,
  CASE WHEN n > 1 THEN greatest(1, n / 10) END, ARRAY['floor "' || n % 7 || '"', NULL, 'key;' || n]
FROM generate_series(1, 400) AS n;

INSERT INTO customers (first_name, last_name, email, phone, birth_date, card_number, notes, level, preferences, avatar,
  created_at, account_manager)
SELECT first, last, pg_temp.mail_name(first) || '.' || pg_temp.mail_name(last) || n || '@harbourmail.invalid',
  CASE WHEN n % 11 > 0 THEN '+' || 30 + n % 60 || ' (0)' || 100 + pg_temp.draw(n, 'area', 900) || ' ' || 1000000 + pg_temp.draw(n, 'phone', 8999999) END,
  CASE WHEN n % 17 > 0 THEN date '1930-01-01' + pg_temp.draw(n, 'born', 28000) END,
  '4' || lpad(pg_temp.draw(n, 'c1', 1000)::text, 3, '0') || '-' || lpad(pg_temp.draw(n, 'c2', 10000)::text, 4, '0') || '-'
    || lpad(pg_temp.draw(n, 'c3', 10000)::text, 4, '0') || '-' || lpad(n % 10000 || '', 4, '0'),
  CASE n % 4 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE 'Spoke to ' || first || ' ' || last || ' ☎ – wants "gift wrap" 🎁' || chr(10) || 'call back' END,
  (ARRAY['bronze', 'silver', 'gold']::tier[])[1 + pg_temp.draw(n, 'tier', 3)],
  jsonb_build_object('language', pg_temp.pick(n, 'lang', ARRAY['de','pt','mi','ja']), 'sizes', jsonb_build_array(n % 5, NULL), 'newsletter', n % 2 = 0),
  decode(md5(n::text), 'hex'), timestamptz '2019-03-31 01:30:00+00' + n * interval '3 hours 7 minutes 0.123456 seconds',
  1 + n % 400
FROM generate_series(1, 12000) AS n, LATERAL (SELECT pg_temp.first_name(n) AS first, pg_temp.last_name(n) AS last) AS person;

INSERT INTO addresses
SELECT md5('address' || n)::uuid, 1 + n % 12000, CASE WHEN n % 3 = 0 THEN 'B' ELSE 'S' END,
  1 + pg_temp.draw(n, 'house', 400) || ' ' || pg_temp.last_name(pg_temp.draw(n, 'street', 900)) || ' Lane',
  pg_temp.pick(n, 'city', ARRAY['Port Quarlin','Zympfstad','Øvre Vorrn','Llanŵyn','Ushkgrad']),
  pg_temp.pick(n, 'state', ARRAY['Northmark','Westerfold','Sundry Isles']), lpad(pg_temp.draw(n, 'zip', 100000)::text, 5, '0'),
  CASE WHEN n % 5 > 0 THEN tstzrange(timestamptz '2024-05-01 09:00+02' + n * interval '1 minute', NULL) END
FROM generate_series(1, 12600) AS n;

INSERT INTO products
SELECT 'SK' || lpad(n::text, 6, '0'), pg_temp.pick(n, 'title', ARRAY['Teapot','Lantern','Compass','Ænigma box']) || ' №' || n,
  (1 + pg_temp.draw(n, 'price', 99999)) / 100.0, CASE WHEN n % 50 > 0 THEN pg_temp.draw(n, 'kg', 1000) / 7.0 ELSE 'NaN' END
FROM generate_series(1, 300) AS n;

INSERT INTO orders
SELECT n, customer_id, CASE n % 3 WHEN 0 THEN upper(email) WHEN 1 THEN email ELSE '  ' || email || ' ' END, first_name || ' ' || last_name,
  CASE WHEN n % 6 = 0 THEN 'Alles Liebe, ' || first_name || ' 💐' END,
  timestamp '2021-01-01' + n * interval '17 minutes 3.5 seconds', (100 + pg_temp.draw(n, 'total', 900000)) / 100.0
FROM generate_series(1, 25000) AS n JOIN customers ON customer_id = 1 + pg_temp.draw(n, 'buyer', 12000);

INSERT INTO order_items
SELECT 1 + n % 25000, 1 + n / 25000, 'SK' || lpad((1 + pg_temp.draw(n, 'sku', 300))::text, 6, '0'), 1 + pg_temp.draw(n, 'qty', 9)
FROM generate_series(0, 34999) AS n;

INSERT INTO payments
SELECT n, order_id, card_number, first_name || ' ' || last_name, email, total, ('192.0.2.' || n % 256)::inet
FROM generate_series(1, 10000) AS n JOIN orders ON order_id = 1 + (n * 7) % 25000 JOIN customers USING (customer_id);

INSERT INTO support_tickets
SELECT n, customer_id, first_name || ' ' || last_name, 'Hello, this is ' || first_name || ' ' || last_name || ' (' || email || '), where is my order? ' || repeat('… ', n % 20),
  jsonb_build_object('browser', 'Lynx', 'customer', jsonb_build_object('email', email, 'phones', jsonb_build_array(phone))),
  n % 90 * interval '1 hour 30 minutes'
FROM generate_series(1, 4700) AS n JOIN customers ON customer_id = 1 + pg_temp.draw(n, 'ticket', 12000);

ANALYZE;

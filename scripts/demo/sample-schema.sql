-- A small mail-order company. Every person in it is made up: no surname below belongs to anybody, and the mail
-- domains are reserved ones.
CREATE TYPE tier AS ENUM ('bronze', 'silver', 'gold');

CREATE TABLE employees (
  employee_no integer PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  work_email varchar(120) NOT NULL,
  birth_date date NOT NULL,
  salary numeric(12, 2) NOT NULL,
  manager_no integer REFERENCES employees,
  badges text[] NOT NULL
);

CREATE TABLE customers (
  customer_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  first_name varchar(60) NOT NULL,
  last_name varchar(60) NOT NULL,
  email varchar(120) NOT NULL,
  phone varchar(30),
  birth_date date,
  card_number varchar(23),
  notes text,
  level tier NOT NULL,
  preferences jsonb NOT NULL,
  avatar bytea,
  created_at timestamptz NOT NULL,
  account_manager integer NOT NULL REFERENCES employees
);

CREATE TABLE addresses (
  address_id uuid PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customers,
  kind char(1) NOT NULL,
  street varchar(120) NOT NULL,
  city varchar(80) NOT NULL,
  state varchar(40) NOT NULL,
  postcode varchar(12) NOT NULL,
  delivery_window tstzrange
);

CREATE TABLE products (
  sku char(8) PRIMARY KEY,
  title text NOT NULL,
  price numeric(10, 2) NOT NULL,
  weight_kg double precision
);

CREATE TABLE orders (
  order_id bigint PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customers,
  contact_email varchar(120) NOT NULL,
  ship_to varchar(130) NOT NULL,
  gift_message text,
  ordered_at timestamp NOT NULL,
  total numeric(12, 2) NOT NULL,
  total_with_tax numeric(14, 4) GENERATED ALWAYS AS (total * 1.2) STORED
);

CREATE TABLE order_items (
  order_id bigint NOT NULL REFERENCES orders,
  line_no smallint NOT NULL,
  sku char(8) NOT NULL REFERENCES products,
  quantity smallint NOT NULL,
  PRIMARY KEY (order_id, line_no)
);

CREATE TABLE payments (
  payment_id bigint PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  card_number varchar(23) NOT NULL,
  card_holder varchar(130) NOT NULL,
  payer_email varchar(120) NOT NULL,
  amount numeric(12, 2) NOT NULL,
  authorised_from inet NOT NULL
);

CREATE TABLE support_tickets (
  ticket_id integer PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customers,
  contact_name varchar(130) NOT NULL,
  message text NOT NULL,
  context jsonb NOT NULL,
  waiting_for interval NOT NULL
);

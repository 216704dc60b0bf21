/** Whole bodies for the documentation. */
export const CONNECTION_EXAMPLES = {
  postgres: {
    summary: 'A PostgreSQL database',
    value: {
      version: '1.0',
      name: 'shop copy',
      mask_type: 'database',
      db_type: 'postgres',
      host: 'db.example.com',
      port: 5432,
      database: 'shop',
      schema: 'public',
      user: 'masking',
      dbpassword: 'the-password-of-the-user',
      is_read_only: false,
      engine_options: {
        ssl: 'verify-full',
        ca: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n',
      },
    },
  },
  postgres_on_this_machine: {
    summary: 'A PostgreSQL database, with what is needed only',
    value: {
      name: 'shop copy',
      db_type: 'postgres',
      host: '127.0.0.1',
      port: 5432,
      database: 'shop',
      user: 'masking',
      dbpassword: 'the-password-of-the-user',
    },
  },
};

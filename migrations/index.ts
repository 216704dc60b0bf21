/** All migrations, oldest first: a new one is one line here. */
export const MIGRATIONS: (new () => import('typeorm').MigrationInterface)[] = [];

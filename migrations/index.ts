import type { MigrationInterface } from 'typeorm';
import { CreateUsers1795737600001 } from './1795737600001-create-users.js';

/** All migrations, oldest first: a new one is one line here. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [
  CreateUsers1795737600001,
];

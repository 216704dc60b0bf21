import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists tell which secrets a connection has; opening what is sealed takes too long for that. */
export class NameSecrets1795824000960 implements MigrationInterface {
  readonly name = 'NameSecrets1795824000960';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE "connection" ADD COLUMN "secret_names" jsonb, ADD COLUMN "secret_names_of" text',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE "connection" DROP COLUMN "secret_names", DROP COLUMN "secret_names_of"',
    );
  }
}

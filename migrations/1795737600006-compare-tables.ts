import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CompareTables1795737600006 implements MigrationInterface {
  readonly name = 'CompareTables1795737600006';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE run_task ADD baseline jsonb');
    await queryRunner.query('ALTER TABLE run_partition ADD interrupted boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE run_partition DROP COLUMN interrupted');
    await queryRunner.query('ALTER TABLE run_task DROP COLUMN baseline');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RewriteKeys1795824000020 implements MigrationInterface {
  readonly name = 'RewriteKeys1795824000020';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE run_task ADD masks_rows boolean NOT NULL DEFAULT true');
    await queryRunner.query('ALTER TABLE run_task ADD rewrites_keys boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE run_task DROP COLUMN rewrites_keys');
    await queryRunner.query('ALTER TABLE run_task DROP COLUMN masks_rows');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DealColumns1795824000140 implements MigrationInterface {
  readonly name = 'DealColumns1795824000140';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "run_task" ADD "deals_columns" boolean NOT NULL DEFAULT false`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "run_task" DROP COLUMN "deals_columns"`);
  }
}

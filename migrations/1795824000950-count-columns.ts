import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What masking made of the values of each column: changed, skipped, unchanged. */
export class CountColumns1795824000950 implements MigrationInterface {
  readonly name = 'CountColumns1795824000950';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "run_partition" ADD COLUMN "column_counts" jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "run_partition" DROP COLUMN "column_counts"');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tasks may drop indexes of their tables for a while. */
export class ManageIndexes1795824000951 implements MigrationInterface {
  readonly name = 'ManageIndexes1795824000951';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE "run_task" ADD COLUMN "manages_indexes" boolean NOT NULL DEFAULT false',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "run_task" DROP COLUMN "manages_indexes"');
  }
}

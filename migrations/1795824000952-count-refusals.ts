import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes that a database refuses to build are tried a few times, less and less often. */
export class CountRefusals1795824000952 implements MigrationInterface {
  readonly name = 'CountRefusals1795824000952';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "run_object"
        ADD COLUMN "attempts" integer NOT NULL DEFAULT 0,
        ADD COLUMN "not_before" timestamp with time zone`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "run_object" DROP COLUMN "attempts", DROP COLUMN "not_before"');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Progress sets a part's attempts back, so they cannot tell its wake-ups apart; its claims can. */
export class CountClaims1795824000900 implements MigrationInterface {
  readonly name = 'CountClaims1795824000900';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "run_partition" ADD COLUMN "claims" integer NOT NULL DEFAULT 0');
    await queryRunner.query('UPDATE "run_partition" SET "claims" = "attempts" WHERE "attempts" > 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "run_partition" DROP COLUMN "claims"');
  }
}

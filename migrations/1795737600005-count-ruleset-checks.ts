import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountRulesetChecks1795737600005 implements MigrationInterface {
  readonly name = 'CountRulesetChecks1795737600005';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "ruleset" ADD "validation_attempts" integer NOT NULL DEFAULT 0`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "ruleset" DROP COLUMN "validation_attempts"`);
  }
}

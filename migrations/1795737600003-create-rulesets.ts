import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRulesets1795737600003 implements MigrationInterface {
  readonly name = 'CreateRulesets1795737600003';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "ruleset" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" uuid NOT NULL DEFAULT gen_random_uuid(),
        "name" text NOT NULL,
        "mask_type" text NOT NULL,
        "config_yaml" text NOT NULL,
        "revision" integer NOT NULL DEFAULT 1,
        "validation_status" text NOT NULL,
        "validation_errors" jsonb NOT NULL DEFAULT '[]',
        "validation_warnings" jsonb NOT NULL DEFAULT '[]',
        "archived_time" timestamptz,
        CONSTRAINT "pk_ruleset" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "uq_ruleset_live_name" ON "ruleset" ("name", "mask_type")
      WHERE "archived_time" IS NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "ruleset"`);
  }
}

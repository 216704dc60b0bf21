import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRulesetLibraries1795824000070 implements MigrationInterface {
  readonly name = 'CreateRulesetLibraries1795824000070';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "ruleset_library" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" uuid NOT NULL DEFAULT gen_random_uuid(),
        "namespace" text NOT NULL DEFAULT '',
        "name" text NOT NULL,
        "config_yaml" text NOT NULL,
        "validation_status" text NOT NULL,
        "validation_errors" jsonb NOT NULL DEFAULT '[]',
        "validation_warnings" jsonb NOT NULL DEFAULT '[]',
        CONSTRAINT "pk_ruleset_library" PRIMARY KEY ("id"),
        CONSTRAINT "uq_ruleset_library_name_namespace" UNIQUE ("namespace", "name")
      )`);
    await queryRunner.query(`ALTER TABLE "ruleset" ADD "imports" text array NOT NULL DEFAULT '{}'`);
    await queryRunner.query(`
      ALTER TABLE "run" ADD "ruleset_sources" jsonb NOT NULL DEFAULT '{"locality":"US","libraries":[]}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "run" DROP COLUMN "ruleset_sources"`);
    await queryRunner.query(`ALTER TABLE "ruleset" DROP COLUMN "imports"`);
    await queryRunner.query(`DROP TABLE "ruleset_library"`);
  }
}

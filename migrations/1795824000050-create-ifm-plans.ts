import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateIfmPlans1795824000050 implements MigrationInterface {
  readonly name = 'CreateIfmPlans1795824000050';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "ifm_plan" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        "name" text NOT NULL,
        "ruleset_yaml" text NOT NULL,
        "serial" integer NOT NULL DEFAULT 1,
        "enabled" boolean NOT NULL DEFAULT true,
        "default_encoding" text NOT NULL DEFAULT 'json',
        "default_charset" text NOT NULL DEFAULT 'utf-8',
        "default_log_level" text NOT NULL DEFAULT 'INFO',
        "logs" jsonb NOT NULL DEFAULT '[]',
        CONSTRAINT "pk_ifm_plan" PRIMARY KEY ("id"),
        CONSTRAINT "uq_ifm_plan_name" UNIQUE ("name")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "ifm_plan"`);
  }
}

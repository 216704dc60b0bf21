import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSettings1795824000072 implements MigrationInterface {
  readonly name = 'CreateSettings1795824000072';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "settings" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" smallint NOT NULL,
        "locality" text NOT NULL DEFAULT 'US',
        "ai_engine_url" text,
        "custom_keywords" text array NOT NULL DEFAULT '{}',
        "ignored_keywords" text array NOT NULL DEFAULT '{}',
        CONSTRAINT "pk_settings" PRIMARY KEY ("id")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "settings"`);
  }
}

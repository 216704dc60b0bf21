import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateGenerations1795824000120 implements MigrationInterface {
  readonly name = 'CreateGenerations1795824000120';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "generation_config" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" uuid NOT NULL,
        "name" text NOT NULL,
        "config_yaml" text NOT NULL,
        CONSTRAINT "pk_generation_config" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "ix_generation_config_name" ON "generation_config" ("name")`);
    await queryRunner.query(`
      CREATE TABLE "generation" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" uuid NOT NULL,
        "connection_id" uuid NOT NULL,
        "status" character varying(30) NOT NULL,
        "status_message" text NOT NULL,
        "error_message" text,
        "wish" jsonb NOT NULL,
        "attempts" integer NOT NULL DEFAULT 0,
        "ruleset_text" text,
        CONSTRAINT "pk_generation" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "ix_generation_connection_id" ON "generation" ("connection_id")`);
    await queryRunner.query(`CREATE INDEX "ix_generation_status" ON "generation" ("status")`);
    await queryRunner.query(`
      CREATE TABLE "generation_part" (
        "generation_id" uuid NOT NULL,
        "number" integer NOT NULL,
        "file_name" text NOT NULL,
        "text" text NOT NULL,
        CONSTRAINT "pk_generation_part" PRIMARY KEY ("generation_id", "number"),
        CONSTRAINT "fk_generation_part_generation_id" FOREIGN KEY ("generation_id") REFERENCES "generation" ("id") ON DELETE CASCADE
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "generation_part"`);
    await queryRunner.query(`DROP TABLE "generation"`);
    await queryRunner.query(`DROP TABLE "generation_config"`);
  }
}

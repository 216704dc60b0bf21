import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUploads1795824000071 implements MigrationInterface {
  readonly name = 'CreateUploads1795824000071';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "stored_chunk" (
        "file_id" uuid NOT NULL,
        "ordinal" integer NOT NULL,
        "bytes" bytea NOT NULL,
        CONSTRAINT "pk_stored_chunk" PRIMARY KEY ("file_id", "ordinal")
      )`);
    await queryRunner.query(`
      CREATE TABLE "seed_file" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" uuid NOT NULL DEFAULT gen_random_uuid(),
        "name" text NOT NULL,
        "filename" text NOT NULL,
        "description" text NOT NULL DEFAULT '',
        "column_names" text array NOT NULL,
        "row_count" integer NOT NULL,
        "size_bytes" bigint NOT NULL,
        CONSTRAINT "pk_seed_file" PRIMARY KEY ("id"),
        CONSTRAINT "uq_seed_file_name" UNIQUE ("name")
      )`);
    await queryRunner.query(`
      CREATE TABLE "connection_file" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" uuid NOT NULL DEFAULT gen_random_uuid(),
        "kind" text NOT NULL,
        "name" text NOT NULL,
        "filename" text NOT NULL,
        "database_type" text,
        "entries" text array NOT NULL DEFAULT '{}',
        "sealed_content" text NOT NULL,
        CONSTRAINT "pk_connection_file" PRIMARY KEY ("id"),
        CONSTRAINT "uq_connection_file_kind_name" UNIQUE ("kind", "name")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['connection_file', 'seed_file', 'stored_chunk']) {
      await queryRunner.query(`DROP TABLE "${table}"`);
    }
  }
}

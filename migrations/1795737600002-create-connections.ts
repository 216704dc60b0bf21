import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateConnections1795737600002 implements MigrationInterface {
  readonly name = 'CreateConnections1795737600002';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "connection" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" uuid NOT NULL DEFAULT gen_random_uuid(),
        "name" text NOT NULL,
        "mask_type" text NOT NULL,
        "kind" text NOT NULL,
        "settings" jsonb NOT NULL,
        "sealed_secrets" text,
        CONSTRAINT "pk_connection" PRIMARY KEY ("id"),
        CONSTRAINT "uq_connection_name" UNIQUE ("name")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "connection"`);
  }
}

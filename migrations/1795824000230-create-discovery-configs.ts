import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDiscoveryConfigs1795824000230 implements MigrationInterface {
  readonly name = 'CreateDiscoveryConfigs1795824000230';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "discovery_config_library" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" uuid NOT NULL,
        "namespace" text NOT NULL DEFAULT '',
        "name" text NOT NULL,
        "config_yaml" text NOT NULL,
        "validation_errors" jsonb NOT NULL DEFAULT '[]',
        CONSTRAINT "pk_discovery_config_library" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "ix_discovery_config_library_name_namespace" ON "discovery_config_library" ("namespace", "name")`);
    await queryRunner.query(`
      CREATE TABLE "discovery_config" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" uuid NOT NULL,
        "name" text NOT NULL,
        "config_type" character varying(20) NOT NULL,
        "config_yaml" text NOT NULL,
        "imports" text array NOT NULL DEFAULT '{}',
        "validation_errors" jsonb NOT NULL DEFAULT '[]',
        CONSTRAINT "pk_discovery_config" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "ix_discovery_config_config_type_name" ON "discovery_config" ("name", "config_type")`);
    await queryRunner.query(`
      CREATE TABLE "discovery_config_snapshot" (
        "run_id" integer NOT NULL,
        "config_id" uuid,
        "config_name" text NOT NULL,
        "config_yaml" text NOT NULL,
        "imports" text array NOT NULL DEFAULT '{}',
        "taken_time" timestamptz NOT NULL,
        "config_modified_time" timestamptz,
        CONSTRAINT "pk_discovery_config_snapshot" PRIMARY KEY ("run_id")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "discovery_config_snapshot"`);
    await queryRunner.query(`DROP TABLE "discovery_config"`);
    await queryRunner.query(`DROP TABLE "discovery_config_library"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsers1795737600001 implements MigrationInterface {
  readonly name = 'CreateUsers1795737600001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "user_account" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        "username" text NOT NULL,
        "username_key" text NOT NULL,
        "email" text NOT NULL,
        "password_hash" text NOT NULL,
        "credential_version" integer NOT NULL DEFAULT 1,
        "has_temporary_password" boolean NOT NULL DEFAULT false,
        "is_active" boolean NOT NULL DEFAULT true,
        "is_superuser" boolean NOT NULL DEFAULT false,
        "roles" text array NOT NULL DEFAULT '{}',
        "is_subscribed_to_sdd_updates" boolean NOT NULL DEFAULT false,
        "git_directory_path" text NOT NULL DEFAULT '',
        CONSTRAINT "pk_user_account" PRIMARY KEY ("id"),
        CONSTRAINT "uq_user_account_username_key" UNIQUE ("username_key")
      )`);
    await queryRunner.query(`
      CREATE TABLE "access_token" (
        "token_hash" text NOT NULL,
        "kind" text NOT NULL,
        "user_id" integer NOT NULL,
        "sealed_token" text,
        "expires_time" timestamptz,
        "created_time" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "pk_access_token" PRIMARY KEY ("token_hash"),
        CONSTRAINT "fk_access_token_user_id" FOREIGN KEY ("user_id")
          REFERENCES "user_account" ("id") ON DELETE CASCADE ON UPDATE NO ACTION
      )`);
    await queryRunner.query(`CREATE INDEX "ix_access_token_user_id" ON "access_token" ("user_id")`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "ixp_access_token_user_id" ON "access_token" ("user_id") WHERE kind = 'api'`);
    await queryRunner.query(`
      CREATE TABLE "audit_log" (
        "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
        "timestamp" timestamptz NOT NULL DEFAULT now(),
        "username" text NOT NULL,
        "category" text NOT NULL,
        "action" text NOT NULL,
        "description" text NOT NULL,
        CONSTRAINT "pk_audit_log" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`
      CREATE TABLE "installation" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" smallint NOT NULL,
        "installation_id" uuid NOT NULL,
        "sealed_instance_secret" text NOT NULL,
        "allowed_hosts" text array NOT NULL DEFAULT '{}',
        "contract_license_type" text,
        CONSTRAINT "pk_installation" PRIMARY KEY ("id")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "installation"`);
    await queryRunner.query(`DROP TABLE "audit_log"`);
    await queryRunner.query(`DROP TABLE "access_token"`);
    await queryRunner.query(`DROP TABLE "user_account"`);
  }
}

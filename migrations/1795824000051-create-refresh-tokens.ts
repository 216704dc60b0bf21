import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRefreshTokens1795824000051 implements MigrationInterface {
  readonly name = 'CreateRefreshTokens1795824000051';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "user_account" ADD "uses_single_sign_on" boolean NOT NULL DEFAULT false`);
    await queryRunner.query(`
      CREATE TABLE "refresh_token" (
        "token_hash" text NOT NULL,
        "family" uuid NOT NULL,
        "user_id" integer NOT NULL,
        "credential_version" integer NOT NULL,
        "expires_time" timestamptz NOT NULL,
        "used_time" timestamptz,
        "created_time" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "pk_refresh_token" PRIMARY KEY ("token_hash"),
        CONSTRAINT "fk_refresh_token_user_id" FOREIGN KEY ("user_id")
          REFERENCES "user_account" ("id") ON DELETE CASCADE
      )`);
    await queryRunner.query(`CREATE INDEX "ix_refresh_token_family" ON "refresh_token" ("family")`);
    await queryRunner.query(`CREATE INDEX "ix_refresh_token_user_id" ON "refresh_token" ("user_id")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "refresh_token"`);
    await queryRunner.query(`ALTER TABLE "user_account" DROP COLUMN "uses_single_sign_on"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateGit1795824000090 implements MigrationInterface {
  readonly name = 'CreateGit1795824000090';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "git_setting" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" integer NOT NULL,
        "repository_url" text NOT NULL,
        "branch" text NOT NULL,
        "directory_path" text NOT NULL,
        "known_hosts" text NOT NULL,
        "learned_hosts" text NOT NULL,
        CONSTRAINT "pk_git_setting" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`
      CREATE TABLE "git_ssh_key" (
        "user_id" integer NOT NULL,
        "name" text NOT NULL,
        "sealed_key" text NOT NULL,
        "uploaded_time" timestamptz NOT NULL,
        CONSTRAINT "pk_git_ssh_key" PRIMARY KEY ("user_id"),
        CONSTRAINT "fk_git_ssh_key_user_id" FOREIGN KEY ("user_id") REFERENCES "user_account" ("id") ON DELETE CASCADE
      )`);
    await queryRunner.query(`
      ALTER TABLE "ruleset"
        ADD COLUMN "git_branch" text,
        ADD COLUMN "git_commit_sha" text,
        ADD COLUMN "git_repo_url" text,
        ADD COLUMN "git_synced_at" timestamptz`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "ruleset"
        DROP COLUMN "git_branch",
        DROP COLUMN "git_commit_sha",
        DROP COLUMN "git_repo_url",
        DROP COLUMN "git_synced_at"`);
    await queryRunner.query(`DROP TABLE "git_ssh_key"`);
    await queryRunner.query(`DROP TABLE "git_setting"`);
  }
}

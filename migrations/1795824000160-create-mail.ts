import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMail1795824000160 implements MigrationInterface {
  readonly name = 'CreateMail1795824000160';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "mail_setting" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" smallint NOT NULL,
        "host" text NOT NULL DEFAULT '',
        "port" integer NOT NULL DEFAULT 587,
        "security" text NOT NULL DEFAULT 'starttls',
        "username" text NOT NULL DEFAULT '',
        "sealed_password" text,
        "sender" text NOT NULL DEFAULT '',
        CONSTRAINT "pk_mail_setting" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`
      CREATE TABLE "outgoing_mail" (
        "id" uuid NOT NULL,
        "recipient" text NOT NULL,
        "subject" text NOT NULL,
        "sealed_text" text NOT NULL,
        "attempts" integer NOT NULL DEFAULT 0,
        "next_try_time" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "pk_outgoing_mail" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`ALTER TABLE "run" ADD COLUMN "is_subscribed" boolean NOT NULL DEFAULT false`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "run" DROP COLUMN "is_subscribed"`);
    await queryRunner.query(`DROP TABLE "outgoing_mail"`);
    await queryRunner.query(`DROP TABLE "mail_setting"`);
  }
}

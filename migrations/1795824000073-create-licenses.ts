import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLicenses1795824000073 implements MigrationInterface {
  readonly name = 'CreateLicenses1795824000073';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "license" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" smallint NOT NULL,
        "text" text NOT NULL,
        CONSTRAINT "pk_license" PRIMARY KEY ("id")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "license"`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePrivacyReports1795824000330 implements MigrationInterface {
  readonly name = 'CreatePrivacyReports1795824000330';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "privacy_report" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" uuid NOT NULL,
        "connection_id" uuid NOT NULL,
        "original_connection_id" uuid,
        "baseline_id" uuid,
        "wish" jsonb NOT NULL,
        "status" character varying(30) NOT NULL,
        "status_message" text NOT NULL,
        "error_message" text,
        "attempts" integer NOT NULL DEFAULT 0,
        "figures" jsonb,
        CONSTRAINT "pk_privacy_report" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`CREATE INDEX "ix_privacy_report_status" ON "privacy_report" ("status")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "privacy_report"`);
  }
}

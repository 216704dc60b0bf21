import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entries of the audit log are never changed, and deleted only when they are older than the settings keep them. */
export class ProtectAuditLog1795824000161 implements MigrationInterface {
  readonly name = 'ProtectAuditLog1795824000161';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "settings" ADD COLUMN "audit_retention_days" integer`);
    await queryRunner.query(`CREATE INDEX "ix_audit_log_timestamp" ON "audit_log" ("timestamp")`);
    await queryRunner.query(`
      CREATE FUNCTION "protect_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND OLD."timestamp" < (
          SELECT now() - make_interval(days => "audit_retention_days") FROM "settings" WHERE "id" = 1
        ) THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER "protect_audit_log" BEFORE UPDATE OR DELETE ON "audit_log"
      FOR EACH ROW EXECUTE FUNCTION "protect_audit_log"()`);
    await queryRunner.query(`
      CREATE TRIGGER "protect_audit_log_whole" BEFORE TRUNCATE ON "audit_log"
      FOR EACH STATEMENT EXECUTE FUNCTION "protect_audit_log"()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER "protect_audit_log_whole" ON "audit_log"`);
    await queryRunner.query(`DROP TRIGGER "protect_audit_log" ON "audit_log"`);
    await queryRunner.query(`DROP FUNCTION "protect_audit_log"()`);
    await queryRunner.query(`DROP INDEX "ix_audit_log_timestamp"`);
    await queryRunner.query(`ALTER TABLE "settings" DROP COLUMN "audit_retention_days"`);
  }
}

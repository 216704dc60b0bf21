import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Three migrations were changed after databases had been made by them; this makes those databases like all others.
 * Runs that such a database holds count their turns by connection: two connections to one database are not told to be one.
 */
export class RepairChangedMigrations1795824000271 implements MigrationInterface {
  readonly name = 'RepairChangedMigrations1795824000271';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "run" ADD COLUMN IF NOT EXISTS "target_key" varchar(64)');
    await queryRunner.query(`
      UPDATE "run" SET "target_key" = encode(sha256(convert_to("connection_id"::text, 'UTF8')), 'hex')
      WHERE "target_key" IS NULL`);
    await queryRunner.query('ALTER TABLE "run" ALTER COLUMN "target_key" SET NOT NULL');
    await queryRunner.query(
      'CREATE INDEX IF NOT EXISTS "ix_run_status_target_key" ON "run" ("target_key", "status")',
    );
    // The index of a unique constraint and the constraint are renamed together.
    await queryRunner.query(
      'ALTER INDEX IF EXISTS "uq_ruleset_library_namespace_name" RENAME TO "uq_ruleset_library_name_namespace"',
    );
    await queryRunner.query(`
      ALTER INDEX IF EXISTS "ix_discovery_config_library_namespace_name"
      RENAME TO "ix_discovery_config_library_name_namespace"`);
    await queryRunner.query(`
      ALTER INDEX IF EXISTS "ix_discovery_config_name_config_type"
      RENAME TO "ix_discovery_config_config_type_name"`);
  }

  /** What was repaired is what the migrations before this one make. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

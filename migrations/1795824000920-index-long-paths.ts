import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An entry of an index holds 2,704 bytes at most, and paths may be longer: a digest tells them apart, a beginning orders them. */
export class IndexLongPaths1795824000920 implements MigrationInterface {
  readonly name = 'IndexLongPaths1795824000920';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX "ix_discovery_file_path_run_id"');
    await queryRunner.query('DROP INDEX "ix_discovery_file_path_run_id_structure"');
    await queryRunner.query('DROP INDEX "ix_discovery_file_group_id_path"');
    await queryRunner.query(`
      ALTER TABLE "discovery_file"
        ADD COLUMN "path_digest" character varying(64), ADD COLUMN "path_start" character varying(600)`);
    await queryRunner.query(`
      UPDATE "discovery_file"
      SET "path_digest" = encode(sha256(convert_to("path", 'UTF8')), 'hex'), "path_start" = left("path", 600)`);
    await queryRunner.query(`
      ALTER TABLE "discovery_file"
        ALTER COLUMN "path_digest" SET NOT NULL, ALTER COLUMN "path_start" SET NOT NULL`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "ix_discovery_file_path_digest_run_id" ON "discovery_file" ("run_id", "path_digest")`);
    await queryRunner.query(`
      CREATE INDEX "ix_discovery_file_path_start_run_id_structure"
        ON "discovery_file" ("run_id", "structure", "path_start")`);
    await queryRunner.query(`
      CREATE INDEX "ix_discovery_file_group_id_path_start" ON "discovery_file" ("group_id", "path_start")`);
  }

  /** Files whose paths the old indexes cannot hold are forgotten. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM "discovery_file" WHERE octet_length("path") > 2000');
    await queryRunner.query('DROP INDEX "ix_discovery_file_path_digest_run_id"');
    await queryRunner.query('DROP INDEX "ix_discovery_file_path_start_run_id_structure"');
    await queryRunner.query('DROP INDEX "ix_discovery_file_group_id_path_start"');
    await queryRunner.query(
      'ALTER TABLE "discovery_file" DROP COLUMN "path_digest", DROP COLUMN "path_start"',
    );
    await queryRunner.query(`
      CREATE UNIQUE INDEX "ix_discovery_file_path_run_id" ON "discovery_file" ("run_id", "path")`);
    await queryRunner.query(`
      CREATE INDEX "ix_discovery_file_path_run_id_structure" ON "discovery_file" ("run_id", "structure", "path")`);
    await queryRunner.query(`
      CREATE INDEX "ix_discovery_file_group_id_path" ON "discovery_file" ("group_id", "path")`);
  }
}

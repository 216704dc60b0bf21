import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files are read by path, not in the order in which they were looked at, which differs from run to run. */
export class OrderDiscoveredFiles1795824000270 implements MigrationInterface {
  readonly name = 'OrderDiscoveredFiles1795824000270';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX "ix_discovery_file_id_run_id_structure"');
    await queryRunner.query('DROP INDEX "ix_discovery_file_group_id_id"');
    await queryRunner.query(`
      CREATE INDEX "ix_discovery_file_path_run_id_structure" ON "discovery_file" ("run_id", "structure", "path")`);
    await queryRunner.query(`
      CREATE INDEX "ix_discovery_file_group_id_path" ON "discovery_file" ("group_id", "path")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX "ix_discovery_file_path_run_id_structure"');
    await queryRunner.query('DROP INDEX "ix_discovery_file_group_id_path"');
    await queryRunner.query(`
      CREATE INDEX "ix_discovery_file_id_run_id_structure" ON "discovery_file" ("run_id", "structure", "id")`);
    await queryRunner.query(`
      CREATE INDEX "ix_discovery_file_group_id_id" ON "discovery_file" ("group_id", "id")`);
  }
}

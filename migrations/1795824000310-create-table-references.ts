import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTableReferences1795824000310 implements MigrationInterface {
  readonly name = 'CreateTableReferences1795824000310';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "table_reference" (
        "created_time" timestamptz NOT NULL DEFAULT now(),
        "modified_time" timestamptz NOT NULL DEFAULT now(),
        "id" uuid NOT NULL,
        "name" text NOT NULL,
        "connection_id" uuid NOT NULL,
        "source" text NOT NULL,
        "options" jsonb NOT NULL,
        CONSTRAINT "pk_table_reference" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`CREATE UNIQUE INDEX "ix_table_reference_name" ON "table_reference" ("name")`);
    await queryRunner.query(
      `CREATE INDEX "ix_table_reference_connection_id" ON "table_reference" ("connection_id")`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "table_reference"`);
  }
}

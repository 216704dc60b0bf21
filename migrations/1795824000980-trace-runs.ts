import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a run does is part of the trace of the request that asked for it. */
export class TraceRuns1795824000980 implements MigrationInterface {
  readonly name = 'TraceRuns1795824000980';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "run" ADD COLUMN "trace_parent" character varying(60)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "run" DROP COLUMN "trace_parent"');
  }
}

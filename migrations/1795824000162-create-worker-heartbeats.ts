import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWorkerHeartbeats1795824000162 implements MigrationInterface {
  readonly name = 'CreateWorkerHeartbeats1795824000162';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "worker_heartbeat" (
        "worker_id" text NOT NULL,
        "started_time" timestamptz NOT NULL DEFAULT now(),
        "seen_time" timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT "pk_worker_heartbeat" PRIMARY KEY ("worker_id")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "worker_heartbeat"`);
  }
}

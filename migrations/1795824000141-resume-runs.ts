import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ResumeRuns1795824000141 implements MigrationInterface {
  readonly name = 'ResumeRuns1795824000141';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "run" ADD "sealed_resume" text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "run" DROP COLUMN "sealed_resume"`);
  }
}

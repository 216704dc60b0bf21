import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NoteLeftParts1795824000240 implements MigrationInterface {
  readonly name = 'NoteLeftParts1795824000240';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE run_partition ADD leaves_parts boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE run_partition DROP COLUMN leaves_parts');
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { KeyRange } from '../adapters/databases/index.js';
import { SecretBox } from '../common/crypto/secret-box.js';
import type { OwnCursor } from './run-partition.entity.js';
import { Run } from './run.entity.js';

/** Where a part of a table stands. */
interface Place {
  readonly id: number;
  readonly bounds: KeyRange | null;
  readonly ownCursor: OwnCursor | null;
}

interface Resume {
  readonly sealedSecret: string;
  readonly places: readonly Place[];
}

/** Binds it to its run. */
export function resumeContext(runId: number): string {
  return `run resume ${runId}`;
}

/** What a failed run needs to go on, which holds a secret and key values: sealed, and not for long. */
@Injectable()
export class RunResume {
  constructor(private readonly secretBox: SecretBox) {}

  /** Before the end of the run empties its ledger. */
  async keep(manager: EntityManager, runId: number): Promise<void> {
    const run = await manager.findOneByOrFail(Run, { id: runId });
    if (run.sealedSecret === null) {
      return;
    }
    const places = await manager.query<Place[]>(
      `SELECT id, bounds, own_cursor AS "ownCursor" FROM run_partition
       WHERE run_id = $1 AND (bounds IS NOT NULL OR own_cursor IS NOT NULL) ORDER BY id`,
      [runId],
    );
    const resume: Resume = { sealedSecret: run.sealedSecret, places };
    const sealedResume = this.secretBox.seal(JSON.stringify(resume), resumeContext(runId));
    await manager.update(Run, { id: runId }, { sealedResume });
  }

  /** Gives the run back what its end took. False: it was not kept, or not for so long. */
  async restore(manager: EntityManager, run: Run): Promise<boolean> {
    if (run.sealedResume === null) {
      return false;
    }
    const text = this.secretBox.open(run.sealedResume, resumeContext(run.id));
    const { sealedSecret, places } = JSON.parse(text) as Resume;
    await manager.update(Run, { id: run.id }, { sealedSecret, sealedResume: null });
    await manager.query(
      `UPDATE run_partition AS part SET bounds = place.bounds, own_cursor = place.own_cursor
       FROM jsonb_to_recordset($2::jsonb) AS place (id int, bounds jsonb, own_cursor jsonb)
       WHERE part.run_id = $1 AND part.id = place.id`,
      [
        run.id,
        JSON.stringify(places.map(({ id, bounds, ownCursor }) => ({ id, bounds, own_cursor: ownCursor }))),
      ],
    );
    return true;
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { KeyRange } from '../adapters/databases/index.js';
import { SecretBox } from '../common/crypto/secret-box.js';
import type { OwnCursor } from './ledger/run-partition.entity.js';
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
    const sealedResume = this.sealed(runId, { sealedSecret: run.sealedSecret, places });
    await manager.update(Run, { id: runId }, { sealedResume });
  }

  /** Of a run that has ended: its places are those that the ledger has heard of since. It is emptied afterwards as ever. */
  async keepLate(manager: EntityManager, run: Run): Promise<void> {
    if (run.sealedResume === null) {
      return;
    }
    const { sealedSecret, places } = this.opened(run.id, run.sealedResume);
    const heard = await manager.query<Pick<Place, 'id' | 'ownCursor'>[]>(
      `SELECT id, own_cursor AS "ownCursor" FROM run_partition
       WHERE run_id = $1 AND own_cursor ->> 'lastKey' IS NOT NULL`,
      [run.id],
    );
    const known = new Map(places.map((place) => [place.id, place]));
    for (const { id, ownCursor } of heard) {
      known.set(id, { id, bounds: known.get(id)?.bounds ?? null, ownCursor });
    }
    const sealedResume = this.sealed(run.id, { sealedSecret, places: [...known.values()] });
    await manager.update(Run, { id: run.id }, { sealedResume });
  }

  /** Gives the run back what its end took. False: it was not kept, or not for so long. */
  async restore(manager: EntityManager, run: Run): Promise<boolean> {
    if (run.sealedResume === null) {
      return false;
    }
    const { sealedSecret, places } = this.opened(run.id, run.sealedResume);
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

  private sealed(runId: number, resume: Resume): string {
    return this.secretBox.seal(JSON.stringify(resume), resumeContext(runId));
  }

  private opened(runId: number, sealed: string): Resume {
    return JSON.parse(this.secretBox.open(sealed, resumeContext(runId))) as Resume;
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';

import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { SeedStore } from '../rulesets/seeds/seed-store.js';
import { SeedUploadsService } from '../rulesets/seeds/seed-uploads.service.js';
import type { UploadedFile } from '../uploads/uploaded-file.js';
import { CREATED, failure, KEPT, OVERWRITTEN, type NamedOutcome, type Outcome } from './import-outcome.js';
import type { ImportedSeed } from './read-archive.js';

/**
 * Brings seed files of an archive in: a new one is created, an existing one keeps its content unless it may be
 * overwritten (rulesets here may draw from it).
 */
@Injectable()
export class ImportSeeds {
  constructor(
    private readonly store: SeedStore,
    private readonly uploads: SeedUploadsService,
  ) {}

  async import(
    user: AuthenticatedUser,
    items: readonly ImportedSeed[],
    { overwrite }: { readonly overwrite: boolean },
  ): Promise<NamedOutcome[]> {
    const stored = new Map((await this.store.list()).map(({ name, id }) => [name, id]));
    const outcomes: NamedOutcome[] = [];
    for (const { name, path } of items) {
      const file = { path, filename: name, sizeBytes: (await stat(path)).size };
      const outcome = await this.importOne(user, file, stored.get(name) ?? null, overwrite).catch(failure);
      outcomes.push({ exportedName: name, ...outcome });
    }
    return outcomes;
  }

  private async importOne(
    user: AuthenticatedUser,
    file: UploadedFile,
    existing: string | null,
    overwrite: boolean,
  ): Promise<Outcome> {
    if (existing === null) {
      await this.uploads.create(user, { name: file.filename }, file);
      return CREATED;
    }
    const digests = [createReadStream(file.path), this.store.content(existing)].map(digestOf);
    const [theirs, ours] = await Promise.all(digests);
    if (theirs === ours) {
      return { status: 'NOT_CREATED', message: 'This seed file exists already.' };
    }
    if (!overwrite) {
      return KEPT;
    }
    await this.uploads.replace(user, existing, file);
    return OVERWRITTEN;
  }
}

async function digestOf(pieces: AsyncIterable<Buffer | string>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    hash.update(piece);
  }
  return hash.digest('hex');
}

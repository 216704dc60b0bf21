import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Readable } from 'node:stream';
import type { DataSource, QueryRunner } from 'typeorm';
import { ZipFile } from 'yazl';

import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import type { Download } from '../common/http/download.js';
import { RulesetsService } from '../rulesets/rulesets.service.js';
import { SeedStore } from '../rulesets/seeds/seed-store.js';
import {
  EntryNames,
  MANIFEST,
  SEED_FOLDER,
  TEXT_KINDS,
  textFolder,
  type ManifestRuleset,
} from './archive-layout.js';
import { TextShelves } from './text-shelves.js';

/** Version of the archive's layout. */
const LAYOUT_VERSION = '1';

export type ExportType = 'all' | 'rulesets';

/** Packs what belongs to nobody in particular: rulesets, and with `all` libraries, seed files and configs, too. */
@Injectable()
export class ExportService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly rulesets: RulesetsService,
    private readonly texts: TextShelves,
    private readonly seeds: SeedStore,
    private readonly audit: AuditService,
  ) {}

  /** All of one moment: texts are read one by one while the archive is sent, from the same snapshot of the database. */
  async archive(user: AuthenticatedUser, types: readonly ExportType[]): Promise<Download> {
    const all = types.length === 0 || types.includes('all');
    const time = new Date();
    const snapshot = this.dataSource.createQueryRunner();
    await snapshot.startTransaction('REPEATABLE READ');
    try {
      const zip = new ZipFile();
      await this.addRulesets(zip, snapshot, time);
      if (all) {
        await this.addTexts(zip, snapshot);
        await this.addSeeds(zip, snapshot);
      }
      zip.end();
      const description = `Exported ${all ? 'rulesets, libraries, seed files and configs' : 'rulesets'}`;
      await this.audit.record({ user, category: 'ruleset', action: 'exported', description });
      const fileName = archiveName(all ? 'all' : 'rulesets', time);
      return { fileName, type: 'application/zip', stream: ending(zip, snapshot) };
    } catch (error) {
      await release(snapshot);
      throw error;
    }
  }

  private async addRulesets(zip: ZipFile, snapshot: QueryRunner, time: Date): Promise<void> {
    const names = new EntryNames();
    const listed: ManifestRuleset[] = [];
    for (const { id, name, maskType } of await this.rulesets.index(snapshot.manager)) {
      listed.push({ id, name, type: maskType, file: names.next(`rulesets/${maskType}`, name) });
    }
    zip.addBuffer(Buffer.from(JSON.stringify(manifest(listed, time), null, 2)), MANIFEST);
    zip.addEmptyDirectory('rulesets/database');
    zip.addEmptyDirectory('rulesets/file');
    for (const { id, file = '' } of listed) {
      lazilyText(zip, file, () => this.rulesets.text(id, snapshot.manager));
    }
  }

  private async addSeeds(zip: ZipFile, snapshot: QueryRunner): Promise<void> {
    const names = new EntryNames();
    for (const { id, name } of await this.seeds.list(snapshot.manager)) {
      const content = this.seeds.content(id, snapshot.manager);
      const entry = names.next(SEED_FOLDER, name, '');
      lazily(zip, entry, () => Promise.resolve(Readable.from(content, { objectMode: false })));
    }
  }

  private async addTexts(zip: ZipFile, snapshot: QueryRunner): Promise<void> {
    const names = new EntryNames();
    for (const kind of TEXT_KINDS) {
      const shelf = this.texts.of(kind);
      for (const { id, group, name } of await shelf.index(snapshot.manager)) {
        const entry = names.next(textFolder(kind, group), name);
        lazilyText(zip, entry, () => shelf.text(id, snapshot.manager));
      }
    }
  }
}

/** What an entry of an archive gives, when its turn comes. */
function lazily(zip: ZipFile, entry: string, content: () => Promise<Readable>): void {
  zip.addReadStreamLazy(entry, (give) => {
    content().then(
      (stream) => {
        give(null, stream);
      },
      (error: unknown) => {
        give(error, Readable.from([]));
      },
    );
  });
}

function lazilyText(zip: ZipFile, entry: string, text: () => Promise<string>): void {
  lazily(zip, entry, async () => Readable.from([Buffer.from(await text())]));
}

function manifest(rulesets: readonly ManifestRuleset[], time: Date): object {
  return { metadata: { version: LAYOUT_VERSION, exported_at: time.toISOString() }, data: { rulesets } };
}

/** `vizard_export_all_20260504-093000.zip`, in UTC. */
function archiveName(type: ExportType, time: Date): string {
  const [date = '', clock = ''] = time.toISOString().split('T');
  return `vizard_export_${type}_${date.replaceAll('-', '')}-${clock.slice(0, 8).replaceAll(':', '')}.zip`;
}

/** The archive's bytes; the snapshot ends with them, or when nobody takes them any more. */
function ending(zip: ZipFile, snapshot: QueryRunner): Readable {
  const stream = Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false });
  zip.on('error', (error: Error) => stream.destroy(error));
  stream.once('close', () => void release(snapshot));
  return stream;
}

/** Never rejects: with a connection that is gone, its transaction is gone, too. */
async function release(snapshot: QueryRunner): Promise<void> {
  await snapshot.rollbackTransaction().catch(() => undefined);
  await snapshot.release().catch(() => undefined);
}

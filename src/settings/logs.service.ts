import { Inject, Injectable } from '@nestjs/common';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';

import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { redactUrls } from '../common/logging/redact.js';
import { CONFIG, type Config } from '../config/config.js';

/** Packs the recent logs of the program's processes on this machine. */
@Injectable()
export class LogsService {
  private readonly folder: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly audit: AuditService,
  ) {
    this.folder = config.paths.logsDir;
  }

  /** A tar.gz, made while it is read. Secrets never reached the files; addresses lose their passwords once more. */
  async archive(user: AuthenticatedUser): Promise<Readable> {
    const description = 'Downloaded the application logs';
    await this.audit.record({ user, category: 'log', action: 'exported', description });
    const archive = pack();
    const gzip = createGzip();
    archive.on('error', (error) => gzip.destroy(error));
    archive.pipe(gzip);
    this.fill(archive).catch((error: unknown) => {
      archive.destroy(error instanceof Error ? error : new Error('The logs cannot be read.'));
    });
    return gzip;
  }

  private async fill(archive: Pack): Promise<void> {
    const names = (await readdir(this.folder).catch(() => []))
      .filter((name) => /\.log(\.1)?$/.test(name))
      .sort();
    for (const name of names) {
      const text = redactUrls(await readFile(join(this.folder, name), 'utf8'));
      await new Promise<void>((resolve, reject) => {
        archive.entry({ name: `logs/${name}`, mode: 0o600 }, text, (error) => {
          if (error) {
            reject(error);
          } else {
            resolve();
          }
        });
      });
    }
    archive.finalize();
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';

import { AuditService } from '../../audit/audit.service.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { ConflictError, InvalidInputError, NotFoundError } from '../../common/errors/domain-error.js';
import { assertFields } from '../../common/validation/assert-fields.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { transaction } from '../../database/transaction.js';
import { onUniqueViolation } from '../../database/unique-violation.js';
import { ChunkStore } from '../../uploads/chunk-store.js';
import type { UploadedFile } from '../../uploads/uploaded-file.js';
import { uploadNameProblem } from '../../uploads/upload-name.js';
import type { SeedUploadDto } from '../dto/seed-upload.dto.js';
import { lockSources } from '../libraries/library-lock.js';
import { RulesetCascade } from '../ruleset-cascade.js';
import { RulesetUsage } from '../ruleset-usage.js';
import type { StoredText } from '../ruleset-validation.service.js';
import { SeedFilesService } from '../seed-files.service.js';
import { readSeedUpload } from './read-seed-upload.js';
import { seedFileMentions } from './seed-mentions.js';
import type { SeedShape } from './seed-check.js';
import { StoredSeedFile } from './seed-file.entity.js';

/** Takes seed files in and removes them; rulesets that name them are judged again. */
@Injectable()
export class SeedUploadsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seedFiles: SeedFilesService,
    private readonly chunks: ChunkStore,
    private readonly usage: RulesetUsage,
    private readonly cascade: RulesetCascade,
    private readonly audit: AuditService,
    private readonly feed: ChangeFeed,
  ) {}

  /** Of several uploads under one name at the same time, exactly one succeeds. Gives the id. */
  async create(user: AuthenticatedUser, dto: SeedUploadDto, file: UploadedFile): Promise<string> {
    const name = dto.name ?? file.filename;
    const isTaken = (await this.seedFiles.builtInAndAliasNames()).includes(name);
    const taken = 'A seed file of this name comes with the program.';
    assertFields({ name: uploadNameProblem(name) ?? (isTaken ? taken : null) });
    const shape = await readSeedUpload(file, name);
    const id = randomUUID();
    const stored = this.change(user, 'created', async (manager) => {
      await this.insert({ id, name, description: dto.description ?? '' }, shape, file, manager);
      return name;
    });
    await onUniqueViolation(
      stored,
      () => new InvalidInputError({ name: ['A seed file with this name exists already.'] }),
    );
    return id;
  }

  /** Other content under the name of an uploaded file. Refused while an unfinished run draws from it. */
  async replace(user: AuthenticatedUser, id: string, file: UploadedFile): Promise<void> {
    const { name } = await this.seedFiles.get(id);
    const shape = await readSeedUpload(file, name);
    await this.change(user, 'modified', async (manager) => {
      const { description } = await this.unused(id, manager);
      await this.delete(id, manager);
      // Under a new id: what is stored under one never changes.
      await this.insert({ id: randomUUID(), name, description }, shape, file, manager);
      return name;
    });
  }

  /**
   * Refused while an unfinished run draws from it, and while rulesets or libraries name it; with `force` these are no
   * longer valid afterwards.
   */
  async remove(user: AuthenticatedUser, id: string, { force }: { readonly force: boolean }): Promise<void> {
    if ((await this.seedFiles.get(id)).isBuiltIn) {
      throw new ConflictError('This seed file came with the program and cannot be deleted.');
    }
    await this.change(user, 'deleted', async (manager) => {
      const file = await this.unused(id, manager);
      const mentions = force ? null : await seedFileMentions(file.name, manager);
      if (mentions !== null) {
        throw new ConflictError(
          `The seed file cannot be deleted while others name it: ${mentions}. To delete it all the same, add ?force=true.`,
        );
      }
      await this.delete(id, manager);
      return file.name;
    });
  }

  /** The file, locked. Throws `ConflictError` while an unfinished run draws from it. */
  private async unused(id: string, manager: EntityManager): Promise<StoredSeedFile> {
    const file = await manager.findOne(StoredSeedFile, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (file === null) {
      throw new NotFoundError();
    }
    const reason = await this.usage.reasonToKeepSeedFile(file.name, manager);
    if (reason !== null) {
      throw new ConflictError(reason);
    }
    return file;
  }

  private async insert(
    named: Pick<StoredSeedFile, 'id' | 'name' | 'description'>,
    { header, rowCount }: SeedShape,
    { filename, sizeBytes, path }: UploadedFile,
    manager: EntityManager,
  ): Promise<void> {
    const columnNames = [...header];
    const row = { ...named, filename, columnNames, rowCount, sizeBytes: String(sizeBytes) };
    await manager.insert(StoredSeedFile, row);
    await this.chunks.write(named.id, path, manager);
  }

  private async delete(id: string, manager: EntityManager): Promise<void> {
    await manager.delete(StoredSeedFile, { id });
    await this.chunks.remove(id, manager);
  }

  /** One transaction: the change (which gives the file's name), its audit entry and the verdicts that follow. */
  private async change(
    user: AuthenticatedUser,
    action: 'created' | 'modified' | 'deleted',
    make: (manager: EntityManager) => Promise<string>,
  ): Promise<void> {
    let waiting: readonly StoredText[] = [];
    await transaction(this.dataSource, async (manager) => {
      await lockSources(manager);
      const name = await make(manager);
      const description = `Seed file "${name}"`;
      await this.audit.record({ user, category: 'seed', action, description }, manager);
      await this.feed.announce(manager, 'plan-source', name);
      waiting = await this.cascade.recheckMentions(name, manager);
    });
    await this.cascade.enqueue(waiting);
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';

import { AuditService } from '../../audit/audit.service.js';
import type { AuditAction } from '../../audit/audit-vocabulary.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { SecretBox } from '../../common/crypto/secret-box.js';
import { ConflictError, InvalidInputError, NotFoundError } from '../../common/errors/domain-error.js';
import { assertFields } from '../../common/validation/assert-fields.js';
import { transaction } from '../../database/transaction.js';
import { onUniqueViolation } from '../../database/unique-violation.js';
import { uploadNameProblem } from '../../uploads/upload-name.js';
import type { UploadedFile } from '../../uploads/uploaded-file.js';
import { ConnectionFile, type ConnectionFileKind } from './connection-file.entity.js';
import { contentContext, FILE_SETTINGS, IN_WORDS } from './connection-file-kinds.js';
import { readConnectionFile } from './read-connection-file.js';

/** What is given beside the file. */
export interface ConnectionFileInput {
  readonly kind: ConnectionFileKind;
  readonly name: string;
  readonly databaseType?: string;
}

/** Stores the files that connections refer to, sealed; none is ever shown again. */
@Injectable()
export class ConnectionFilesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
    private readonly audit: AuditService,
  ) {}

  list(kind: ConnectionFileKind): Promise<ConnectionFile[]> {
    return this.dataSource.manager.find(ConnectionFile, { where: { kind }, order: { name: 'ASC' } });
  }

  /** Of several uploads under one name at the same time, exactly one succeeds. */
  async create(
    user: AuthenticatedUser,
    input: ConnectionFileInput,
    upload: UploadedFile,
  ): Promise<ConnectionFile> {
    const id = randomUUID();
    const content = await this.content(id, input, upload);
    return this.change(user, 'created', (manager) =>
      manager.save(Object.assign(new ConnectionFile(), { id }, content)),
    );
  }

  /** Puts another file in the place of one; connections use it from their next session on. */
  async replace(
    user: AuthenticatedUser,
    id: string,
    input: ConnectionFileInput,
    upload: UploadedFile,
  ): Promise<ConnectionFile> {
    await this.hold(id, input.kind, this.dataSource.manager);
    const content = await this.content(id, input, upload);
    return this.change(user, 'modified', async (manager) =>
      manager.save(
        Object.assign(await this.hold(id, input.kind, manager), content, { modifiedTime: new Date() }),
      ),
    );
  }

  /** Refused while a connection refers to it. */
  async remove(user: AuthenticatedUser, kind: ConnectionFileKind, id: string): Promise<void> {
    await this.change(user, 'deleted', async (manager) => {
      const file = await this.hold(id, kind, manager);
      const [using] = await manager.query<{ name: string }[]>(
        'SELECT name FROM connection WHERE settings ->> $1 = $2 ORDER BY name LIMIT 1',
        [FILE_SETTINGS[kind], id],
      );
      if (using !== undefined) {
        throw new ConflictError(
          `The connection "${using.name}" uses it. Change or delete the connection first.`,
        );
      }
      await manager.delete(ConnectionFile, { id });
      return file;
    });
  }

  private async content(
    id: string,
    { kind, name, databaseType }: ConnectionFileInput,
    upload: UploadedFile,
  ): Promise<Partial<ConnectionFile>> {
    assertFields({ name: uploadNameProblem(name) });
    const files = await readConnectionFile(kind, upload);
    const encoded = [...files].map(([entry, bytes]) => [entry, bytes.toString('base64')]);
    return {
      kind,
      name,
      filename: upload.filename,
      databaseType: databaseType ?? null,
      entries: kind === 'snowflake_key' ? [] : [...files.keys()],
      sealedContent: this.secretBox.seal(JSON.stringify(Object.fromEntries(encoded)), contentContext(id)),
    };
  }

  /** Saves what `make` gives and writes the audit entry, both or neither. */
  private change(
    user: AuthenticatedUser,
    action: AuditAction,
    make: (manager: EntityManager) => Promise<ConnectionFile>,
  ): Promise<ConnectionFile> {
    const changed = transaction(this.dataSource, async (manager) => {
      const file = await make(manager);
      const description = `${IN_WORDS[file.kind]} "${file.name}"`;
      await this.audit.record({ user, category: 'connection_file', action, description }, manager);
      return file;
    });
    return onUniqueViolation(
      changed,
      () => new InvalidInputError({ name: ['A file of this kind with this name exists already.'] }),
    );
  }

  /** Inside a transaction the row is held until its end, so that no connection can begin to refer to it. */
  private async hold(id: string, kind: ConnectionFileKind, manager: EntityManager): Promise<ConnectionFile> {
    const isInside = manager.queryRunner?.isTransactionActive === true;
    const file = await manager.findOne(ConnectionFile, {
      where: { id, kind },
      ...(isInside ? { lock: { mode: 'pessimistic_write' } } : {}),
    });
    if (file === null) {
      throw new NotFoundError();
    }
    return file;
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import type { AuditAction } from '../../audit/audit-vocabulary.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { InvalidInputError, NotFoundError } from '../../common/errors/domain-error.js';
import { transaction } from '../../database/transaction.js';
import { onUniqueViolation } from '../../database/unique-violation.js';
import { Connection } from '../connection.entity.js';
import { readTableReference, type TableReferenceDto } from './table-reference.dto.js';
import { TableReference } from './table-reference.entity.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Stores names for tables and for files that hold tables. */
@Injectable()
export class TableReferences {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
  ) {}

  list(): Promise<TableReference[]> {
    return this.dataSource.manager.find(TableReference, { order: { name: 'ASC' } });
  }

  get(id: string): Promise<TableReference> {
    return this.find(id, this.dataSource.manager);
  }

  create(user: AuthenticatedUser, dto: TableReferenceDto): Promise<TableReference> {
    const fresh = Object.assign(new TableReference(), { id: randomUUID() });
    return this.save(user, 'created', () => Promise.resolve(fresh), dto);
  }

  replace(user: AuthenticatedUser, id: string, dto: TableReferenceDto): Promise<TableReference> {
    return this.save(user, 'modified', (manager) => this.find(id, manager), dto);
  }

  async remove(user: AuthenticatedUser, id: string): Promise<void> {
    await transaction(this.dataSource, async (manager) => {
      const reference = await this.find(id, manager);
      await manager.delete(TableReference, { id });
      await this.record(user, 'deleted', reference, manager);
    });
  }

  /** Of several requests for one name at the same time, exactly one succeeds. */
  private save(
    user: AuthenticatedUser,
    action: AuditAction,
    prepare: (manager: EntityManager) => Promise<TableReference>,
    dto: TableReferenceDto,
  ): Promise<TableReference> {
    const saved = transaction(this.dataSource, async (manager) => {
      // Locked: it is not deleted before the reference to it is there.
      const connection = UUID.test(dto.connection)
        ? await manager.findOne(Connection, {
            where: { id: dto.connection },
            lock: { mode: 'pessimistic_read' },
          })
        : null;
      if (connection === null) {
        throw new InvalidInputError({ connection: ['There is no such connection.'] });
      }
      const values = readTableReference(dto, connection.maskType);
      const reference = Object.assign(await prepare(manager), values, { modifiedTime: new Date() });
      await manager.save(reference);
      await this.record(user, action, reference, manager);
      return reference;
    });
    const taken = 'A table reference with this name exists already.';
    return onUniqueViolation(saved, () => new InvalidInputError({ name: [taken] }));
  }

  private async find(id: string, manager: EntityManager): Promise<TableReference> {
    const reference = await manager.findOneBy(TableReference, { id });
    if (reference === null) {
      throw new NotFoundError();
    }
    return reference;
  }

  private record(
    user: AuthenticatedUser,
    action: AuditAction,
    { name }: TableReference,
    manager: EntityManager,
  ): Promise<void> {
    const description = `Table reference "${name}"`;
    return this.audit.record({ user, category: 'connection', action, description }, manager);
  }
}

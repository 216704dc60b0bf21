import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DataSource, EntityManager } from 'typeorm';

import { engineOptionsProblem } from '../adapters/databases/index.js';
import { AuditService } from '../audit/audit.service.js';
import type { AuditAction } from '../audit/audit-vocabulary.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import {
  ConflictError,
  InvalidInputError,
  NotFoundError,
  type FieldErrors,
} from '../common/errors/domain-error.js';
import { assertFields } from '../common/validation/assert-fields.js';
import { assertPlainInput } from '../common/validation/plain-input.js';
import { transaction } from '../database/transaction.js';
import { onUniqueViolation } from '../database/unique-violation.js';
import { ConnectionList } from './connection-list.js';
import { ConnectionTester } from './connection-tester.js';
import { ConnectionUsage } from './connection-usage.js';
import { ConnectionVault, mergeSecrets } from './connection-vault.js';
import {
  isReadOnly,
  sameServer,
  storageRoles,
  toDatabaseSettings,
  toStorageSettings,
  type ConnectionInput,
  type ConnectionSecrets,
} from './connection-settings.js';
import { Connection } from './connection.entity.js';
import { givenFields, haveSameFields, maskTypeOf, readConnectionBody } from './dto/connection-body.js';
import { settingsOnWire, toConnectionResponse, type ConnectionResponse } from './dto/connection.response.js';
import { AttachedFiles } from './files/attached-files.js';
import { assertMayKeep } from './kept-secrets.js';
import type { RunConnection } from './run-connection.js';
import { storageProblems } from './storage-problems.js';
import { TableReference } from './tables/table-reference.entity.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Stores connections, seals their secrets and opens them for runs. */
@Injectable()
export class ConnectionsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly vault: ConnectionVault,
    private readonly connectionList: ConnectionList,
    private readonly tester: ConnectionTester,
    private readonly files: AttachedFiles,
    private readonly usage: ConnectionUsage,
    private readonly audit: AuditService,
  ) {}

  list(): Promise<ConnectionResponse[]> {
    return this.connectionList.all();
  }

  async get(id: string): Promise<ConnectionResponse> {
    return this.shown(await this.find(id));
  }

  /** Of several requests for one name at the same time, exactly one succeeds. */
  async create(user: AuthenticatedUser, body: unknown): Promise<ConnectionResponse> {
    const input = readConnectionBody(body);
    const connection = this.fill(
      Object.assign(new Connection(), {
        id: randomUUID(),
        lastDiscoveryRunId: null,
        lastDiscoveryRunTime: null,
      }),
      input,
      input.secrets,
    );
    return this.shown(await this.save(user, 'created', () => Promise.resolve(connection)));
  }

  /**
   * Gives the connection new values; a secret that is not given stays. While a run works with it only its name may
   * change: the rest of the run would go to another database.
   */
  async replace(user: AuthenticatedUser, id: string, body: unknown): Promise<ConnectionResponse> {
    return this.change(user, id, () => body);
  }

  /** Changes the given fields only; see `replace`. */
  async update(user: AuthenticatedUser, id: string, body: unknown): Promise<ConnectionResponse> {
    return this.change(user, id, (connection) => ({ ...requestOf(connection), ...given(body) }));
  }

  /** Runs keep the name of a deleted connection. Refused while a run works with it. */
  async remove(user: AuthenticatedUser, id: string): Promise<void> {
    await transaction(this.dataSource, async (manager) => {
      const connection = await this.hold(manager, id, 'pessimistic_write');
      await this.assertUnused(id, manager);
      await manager.delete(TableReference, { connectionId: id });
      await manager.delete(Connection, { id });
      await this.record(user, 'deleted', connection, manager);
    });
  }

  /**
   * Tries fields before they are saved. With the `id` of a saved connection its stored secrets fill what is not given,
   * as long as they would go to the same server.
   */
  async testFields(body: unknown): Promise<void> {
    const savedId = givenFields(body).id;
    if (savedId === undefined) {
      const { kind, settings, secrets } = readConnectionBody({ name: 'test', ...givenFields(body) });
      return this.tester.test(kind, settings, secrets);
    }
    const saved = await this.find(typeof savedId === 'string' ? savedId : '');
    const input = readConnectionBody({ ...requestOf(saved), ...givenFields(body) });
    const stored = this.vault.open(saved.id, saved.sealedSecrets);
    const trusted = sameServer(saved.settings, input.settings);
    if (!trusted && Object.keys(stored).length > 0 && Object.keys(input.secrets).length === 0) {
      throw new InvalidInputError(secretMissing(input));
    }
    return this.tester.test(input.kind, input.settings, mergeSecrets(trusted ? stored : {}, input.secrets));
  }

  async testSaved(id: string): Promise<void> {
    const { kind, settings, sealedSecrets } = await this.find(id);
    await this.tester.test(kind, settings, this.vault.open(id, sealedSecrets));
  }

  /**
   * The connection with its secrets opened, for running; null: no such connection.
   * With a manager the row is held (shared) until its transaction ends, so that it cannot be deleted meanwhile.
   */
  async forRun(id: string, manager?: EntityManager): Promise<RunConnection | null> {
    if (!UUID.test(id)) {
      return null;
    }
    const connection = await (manager ?? this.dataSource.manager).findOne(Connection, {
      where: { id },
      ...(manager === undefined ? {} : { lock: { mode: 'pessimistic_read' } }),
    });
    return connection === null
      ? null
      : {
          id: connection.id,
          name: connection.name,
          maskType: connection.maskType,
          dbType: connection.kind,
          isReadOnly: isReadOnly(connection.settings),
          ...(await this.opened(connection)),
        };
  }

  private async opened(
    connection: Connection,
  ): Promise<Pick<RunConnection, 'settings' | 'storage' | 'roles'>> {
    const secrets = this.vault.open(connection.id, connection.sealedSecrets);
    return {
      settings: await this.files.databaseSettings(connection.settings, secrets),
      storage: toStorageSettings(connection.settings, secrets),
      roles: storageRoles(connection.settings),
    };
  }

  /** Remembers the last run that discovers what a connection leads to. */
  async noteDiscovery(
    id: string,
    run: { readonly id: number; readonly createdTime: Date },
    manager: EntityManager,
  ): Promise<void> {
    // Not `update`: the connection itself does not change.
    await manager.query(
      'UPDATE connection SET last_discovery_run_id = $2, last_discovery_run_time = $3 WHERE id = $1',
      [id, run.id, run.createdTime],
    );
  }

  private change(
    user: AuthenticatedUser,
    id: string,
    bodyFor: (connection: Connection) => unknown,
  ): Promise<ConnectionResponse> {
    const changed = this.save(user, 'modified', async (manager) => {
      const connection = await this.hold(manager, id, 'pessimistic_write');
      const input = readConnectionBody(bodyFor(connection));
      const keeps = haveSameFields(connection.kind, input.kind);
      const stored = this.vault.open(id, connection.sealedSecrets);
      assertMayKeep(user, { stored, given: input.secrets, from: connection.settings, to: input.settings });
      const secrets = mergeSecrets(keeps ? stored : {}, input.secrets);
      const before = [connection.kind, connection.settings, mergeSecrets({}, stored)];
      if (!isDeepStrictEqual(before, [input.kind, input.settings, secrets])) {
        await this.assertUnused(id, manager);
      }
      connection.modifiedTime = new Date();
      return this.fill(connection, input, secrets);
    });
    return changed.then((connection) => this.shown(connection));
  }

  /** Saves what `prepare` gives and writes the audit entry, both or neither. */
  private save(
    user: AuthenticatedUser,
    action: AuditAction,
    prepare: (manager: EntityManager) => Promise<Connection>,
  ): Promise<Connection> {
    const saved = transaction(this.dataSource, async (manager) => {
      const connection = await prepare(manager);
      await this.files.assertThere(connection.kind, connection.settings, manager);
      await manager.save(connection);
      await this.record(user, action, connection, manager);
      return connection;
    });
    return onUniqueViolation(
      saved,
      () => new InvalidInputError({ name: ['A connection with this name exists already.'] }),
    );
  }

  private fill(connection: Connection, input: ConnectionInput, secrets: ConnectionSecrets): Connection {
    const { engineOptions } = toDatabaseSettings(input.settings, secrets);
    // Checked as a whole: some of them are sealed and need not be given again.
    assertFields({
      engine_options: engineOptionsProblem(input.kind, engineOptions),
      ...storageProblems(input.settings, secrets),
    });
    connection.name = input.name;
    connection.kind = input.kind;
    connection.maskType = maskTypeOf(input.kind);
    connection.settings = input.settings;
    return Object.assign(connection, this.vault.seal(connection.id, secrets));
  }

  /** Call it while the row is held: no run can begin to work with it then. */
  private async assertUnused(id: string, manager: EntityManager): Promise<void> {
    const reason = await this.usage.reasonToKeep(id, manager);
    if (reason !== null) {
      throw new ConflictError(reason);
    }
  }

  private async find(id: string): Promise<Connection> {
    const connection = UUID.test(id) ? await this.dataSource.manager.findOneBy(Connection, { id }) : null;
    if (connection === null) {
      throw new NotFoundError();
    }
    return connection;
  }

  private async hold(manager: EntityManager, id: string, mode: 'pessimistic_write'): Promise<Connection> {
    const connection = await manager.findOne(Connection, { where: { id }, lock: { mode } });
    if (connection === null) {
      throw new NotFoundError();
    }
    return connection;
  }

  private shown(connection: Connection): ConnectionResponse {
    return toConnectionResponse(connection, this.vault.namesIn(connection.id, connection.sealedSecrets));
  }

  private record(
    user: AuthenticatedUser,
    action: AuditAction,
    connection: Connection,
    manager: EntityManager,
  ): Promise<void> {
    const description = `Connection "${connection.name}" (${connection.kind})`;
    return this.audit.record({ user, category: 'connection', action, description }, manager);
  }
}

/** A stored connection as the request that would make it, without its secrets. */
function requestOf(connection: Connection): Record<string, unknown> {
  const kindField = connection.maskType === 'file' ? 'type' : 'db_type';
  return {
    name: connection.name,
    mask_type: connection.maskType,
    [kindField]: connection.kind,
    ...settingsOnWire(connection),
  };
}

function secretMissing({ settings }: ConnectionInput): FieldErrors {
  return 'baseDirectory' in settings
    ? {
        secret_access_key: [
          'Give the secret too: the stored one is only tried on the stored endpoint, region and access key.',
        ],
      }
    : {
        dbpassword: [
          'Give the password too: the stored one is only tried on the stored host, port and user.',
        ],
      };
}

/** A partial request; null takes a value back to its default. */
function given(body: unknown): object {
  assertPlainInput(body);
  return body as object;
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';

import type { DatabaseSettings } from '../../adapters/databases/index.js';
import { SecretBox } from '../../common/crypto/secret-box.js';
import { assertFields } from '../../common/validation/assert-fields.js';
import type { ConnectionKind } from '../connection-kinds.js';
import {
  toDatabaseSettings,
  type ConnectionSecrets,
  type ConnectionSettings,
} from '../connection-settings.js';
import { wireNameOf } from '../dto/letter-case.js';
import { contentContext, FILE_SETTINGS, USERS_OF } from './connection-file-kinds.js';
import { ConnectionFile, type ConnectionFileKind } from './connection-file.entity.js';
import { sortTlsFiles } from './tls-files.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KINDS = Object.keys(FILE_SETTINGS) as ConnectionFileKind[];

/** Gives connections the files that they refer to. */
@Injectable()
export class AttachedFiles {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  /** Throws by field when a file is not there or is of no use to this kind; holds the files until the transaction ends. */
  async assertThere(
    kind: ConnectionKind,
    settings: ConnectionSettings,
    manager: EntityManager,
  ): Promise<void> {
    const problems: Record<string, string | null> = {};
    for (const fileKind of KINDS) {
      const id = fileIdOf(settings, fileKind);
      if (id !== null) {
        problems[wireNameOf(FILE_SETTINGS[fileKind])] = USERS_OF[fileKind].includes(kind)
          ? await problemOf(id, fileKind, manager)
          : `Only connections of the kind ${USERS_OF[fileKind].join(' or ')} can use it.`;
      }
    }
    assertFields(problems);
  }

  /** The address and credentials for an adapter; the certificates of a fileset, or a wallet, are among its options, unless given there. */
  async databaseSettings(
    settings: ConnectionSettings,
    secrets: ConnectionSecrets,
  ): Promise<DatabaseSettings> {
    const own = toDatabaseSettings(settings, secrets);
    const attached = {
      ...(await this.ofFileset(fileIdOf(settings, 'fileset'))),
      ...(await this.ofWallet(fileIdOf(settings, 'wallet'))),
    };
    return { ...own, engineOptions: { ...attached, ...own.engineOptions } };
  }

  private async ofFileset(id: string | null): Promise<Readonly<Record<string, unknown>>> {
    const files = await this.contentOf(id);
    const sorted = files === null ? '' : sortTlsFiles(files);
    return typeof sorted === 'string' ? {} : { ...sorted };
  }

  /** Only this file of a wallet can be read without Oracle's own libraries. Another one is told as if it were an option. */
  private async ofWallet(id: string | null): Promise<Readonly<Record<string, unknown>>> {
    const files = await this.contentOf(id);
    const pem = [...(files ?? [])].find(([name]) => /(^|\/)ewallet\.pem$/i.test(name))?.[1];
    return files === null ? {} : { wallet: pem?.toString('utf8') ?? 'no ewallet.pem' };
  }

  private async contentOf(id: string | null): Promise<ReadonlyMap<string, Buffer> | null> {
    const file = id === null ? null : await this.dataSource.manager.findOneBy(ConnectionFile, { id });
    return file === null ? null : this.open(file);
  }

  private open({ id, sealedContent }: ConnectionFile): ReadonlyMap<string, Buffer> {
    const content = this.secretBox.open(sealedContent, contentContext(id));
    const entries = Object.entries(JSON.parse(content) as Record<string, string>);
    return new Map(entries.map(([name, encoded]) => [name, Buffer.from(encoded, 'base64')]));
  }
}

function fileIdOf(settings: ConnectionSettings, kind: ConnectionFileKind): string | null {
  const id = (settings as unknown as Readonly<Record<string, unknown>>)[FILE_SETTINGS[kind]];
  return typeof id === 'string' && id !== '' ? id : null;
}

async function problemOf(
  id: string,
  kind: ConnectionFileKind,
  manager: EntityManager,
): Promise<string | null> {
  const file = UUID.test(id)
    ? await manager.findOne(ConnectionFile, { where: { id, kind }, lock: { mode: 'pessimistic_read' } })
    : null;
  return file === null ? 'There is no such file.' : null;
}

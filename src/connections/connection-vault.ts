import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';

import { SecretBox } from '../common/crypto/secret-box.js';
import { SECRET_NAMES, type ConnectionSecrets, type SecretName } from './connection-settings.js';
import type { Connection } from './connection.entity.js';

/** What is stored of the secrets of a connection. */
export type StoredSecrets = Pick<Connection, 'sealedSecrets' | 'secretNames' | 'secretNamesOf'>;

/** Seals the secrets of connections, each for its own connection: moved to another row they do not open. */
@Injectable()
export class ConnectionVault {
  constructor(private readonly box: SecretBox) {}

  /** All null when there is nothing to keep. Empty texts are nothing. */
  seal(connectionId: string, secrets: ConnectionSecrets): StoredSecrets {
    const kept = present(secrets);
    const secretNames = Object.keys(kept) as SecretName[];
    if (secretNames.length === 0) {
      return { sealedSecrets: null, secretNames: null, secretNamesOf: null };
    }
    const sealedSecrets = this.box.seal(JSON.stringify(kept), connectionContext(connectionId));
    return { sealedSecrets, secretNames, secretNamesOf: digestOf(sealedSecrets) };
  }

  open(connectionId: string, sealed: string | null): ConnectionSecrets {
    return sealed === null
      ? {}
      : (JSON.parse(this.box.open(sealed, connectionContext(connectionId))) as ConnectionSecrets);
  }

  /** Which secrets are set. */
  namesIn(connectionId: string, sealed: string | null): SecretName[] {
    return Object.keys(this.open(connectionId, sealed)) as SecretName[];
  }
}

/** The stored secrets with the given ones laid over them; a given empty text takes one away. */
export function mergeSecrets(stored: ConnectionSecrets, given: ConnectionSecrets): ConnectionSecrets {
  return present({ ...stored, ...given });
}

/** Tells one sealed text from any other. */
export function digestOf(sealed: string): string {
  return hash('sha256', sealed);
}

function present(secrets: ConnectionSecrets): ConnectionSecrets {
  const kept: Partial<Record<SecretName, string>> = {};
  for (const name of SECRET_NAMES) {
    const secret = secrets[name];
    if (secret !== undefined && secret !== '') {
      kept[name] = secret;
    }
  }
  return kept;
}

/** Binds sealed secrets to their connection. */
export function connectionContext(connectionId: string): string {
  return `connection:${connectionId}`;
}

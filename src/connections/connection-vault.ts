import { Injectable } from '@nestjs/common';

import { SecretBox } from '../common/crypto/secret-box.js';
import { SECRET_NAMES, type ConnectionSecrets, type SecretName } from './connection-settings.js';

/** Seals the secrets of connections, each for its own connection: moved to another row they do not open. */
@Injectable()
export class ConnectionVault {
  constructor(private readonly box: SecretBox) {}

  /** Null when there is nothing to keep. Empty texts are nothing. */
  seal(connectionId: string, secrets: ConnectionSecrets): string | null {
    const kept = present(secrets);
    return Object.keys(kept).length === 0
      ? null
      : this.box.seal(JSON.stringify(kept), connectionContext(connectionId));
  }

  open(connectionId: string, sealed: string | null): ConnectionSecrets {
    return sealed === null
      ? {}
      : (JSON.parse(this.box.open(sealed, connectionContext(connectionId))) as ConnectionSecrets);
  }
}

/** The stored secrets with the given ones laid over them; a given empty text takes one away. */
export function mergeSecrets(stored: ConnectionSecrets, given: ConnectionSecrets): ConnectionSecrets {
  return present({ ...stored, ...given });
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

import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';

import { SecretBox } from '../common/crypto/secret-box.js';
import { SECRET_NAMES, type ConnectionSecrets, type SecretName } from './connection-settings.js';

/** Connections whose names are remembered: lists show which secrets are set, and opening thousands takes long. */
const MAX_REMEMBERED = 50_000;

interface RememberedNames {
  readonly digest: string;
  readonly names: readonly SecretName[];
}

/** Seals the secrets of connections, each for its own connection: moved to another row they do not open. */
@Injectable()
export class ConnectionVault {
  /** By connection, with the digest of the sealed text, which is another one with every change. */
  private readonly names = new Map<string, RememberedNames>();

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

  /** Which secrets are set. */
  namesIn(connectionId: string, sealed: string | null): readonly SecretName[] {
    if (sealed === null) {
      return [];
    }
    const digest = createHash('sha256').update(sealed).digest('base64');
    const known = this.names.get(connectionId);
    if (known?.digest === digest) {
      return known.names;
    }
    const names = Object.keys(this.open(connectionId, sealed)) as SecretName[];
    if (this.names.size >= MAX_REMEMBERED) {
      this.names.clear();
    }
    this.names.set(connectionId, { digest, names });
    return names;
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

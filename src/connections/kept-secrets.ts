import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { sameServer, type ConnectionSecrets, type ConnectionSettings } from './connection-settings.js';

/** A change of a connection: what is stored of it, and what was given. */
interface SecretsChange {
  readonly stored: ConnectionSecrets;
  readonly given: ConnectionSecrets;
  readonly from: ConnectionSettings;
  readonly to: ConnectionSettings;
}

/**
 * Whoever leads a connection to another server makes us send it the stored secrets: a way to read them. Builders, who see
 * the data anyhow, may keep them; others give them again. Throws `InvalidInputError`.
 */
export function assertMayKeep(
  { isAdmin, roles }: AuthenticatedUser,
  { stored, given, from, to }: SecretsChange,
): void {
  const keepsSome = (Object.keys(stored) as (keyof ConnectionSecrets)[]).some(
    (name) => given[name] === undefined,
  );
  if (keepsSome && !sameServer(from, to) && !isAdmin && !roles.includes('mask_builder')) {
    throw new InvalidInputError(
      'The connection would lead to another server: give its password or keys again, or ask a mask builder.',
    );
  }
}

import type { INestApplicationContext } from '@nestjs/common';
import { SecretBoxError } from '../common/crypto/secret-box.js';
import { ConfigError } from '../config/config-error.js';
import { InstallationService } from './installation.service.js';

/**
 * Opens what was sealed on the first start: a process with another key would answer and fail only at the first use of
 * a stored secret. Throws `ConfigError`.
 */
export async function assertSecretKey(app: INestApplicationContext): Promise<void> {
  try {
    await app.get(InstallationService, { strict: false }).instanceSecret();
  } catch (error) {
    if (error instanceof SecretBoxError) {
      throw new ConfigError([
        'SECRET_KEY: the secrets in this database were sealed with another key. Start with the key that was in use (SECRET_KEY, or the file secret.key below DATA_DIR); `npm run keys:rotate` changes it.',
      ]);
    }
    throw error;
  }
}

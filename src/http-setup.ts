import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from './config/config.js';

/** Everything that shapes HTTP for the whole application. */
export function configureHttp(app: NestExpressApplication, config: Config): void {
  app.useBodyParser('json', { limit: `${config.limits.maxMaskBodyMb}mb` });
}

import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { AheadAdapter } from './common/http/ahead-adapter.js';
import type { Logger } from './common/logging/logger.js';
import { NestLogger } from './common/logging/nest-logger.js';
import type { Config } from './config/config.js';
import { configureHttp } from './http-setup.js';

/** The whole API application, ready to listen: the same for the server, the tests and the OpenAPI script. */
export async function createApi(config: Config, logger: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(config, logger),
    new AheadAdapter(),
    {
      logger: new NestLogger(logger),
      bodyParser: false,
      abortOnError: false,
    },
  );
  configureHttp(app, config);
  return app;
}

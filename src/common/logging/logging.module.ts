import { Module, type DynamicModule } from '@nestjs/common';
import { Logger } from './logger.js';

/** Gives every module the program's `Logger`. */
@Module({})
export class LoggingModule {
  static forRoot(logger: Logger): DynamicModule {
    return {
      module: LoggingModule,
      global: true,
      providers: [{ provide: Logger, useValue: logger }],
      exports: [Logger],
    };
  }
}

import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Logger } from '../logging/logger.js';
import type { TracedProcess, Tracer, TracingOptions } from './tracer.js';
import { useTracer } from './tracing.js';

/** Traces from the start of the application to its end, if that is wanted; what that takes is loaded only then. */
class Tracing implements OnApplicationShutdown {
  private constructor(private readonly tracer: Tracer | null) {}

  static async start(
    options: TracingOptions | null,
    process: TracedProcess,
    logger: Logger,
  ): Promise<Tracing> {
    if (options === null) {
      return new Tracing(null);
    }
    const { OtlpTracer } = await import('./otlp-tracer.js');
    const tracer = new OtlpTracer(options, process, logger);
    useTracer(tracer);
    return new Tracing(tracer);
  }

  /** Sends what has not been sent yet. */
  async onApplicationShutdown(): Promise<void> {
    if (this.tracer !== null) {
      useTracer(null);
      await this.tracer.stop();
    }
  }
}

/** Turns tracing on where an address to send traces to is set. */
@Module({})
export class TracingModule {
  static forRoot(options: TracingOptions | null, process: TracedProcess): DynamicModule {
    return {
      module: TracingModule,
      providers: [
        {
          provide: Tracing,
          useFactory: (logger: Logger) => Tracing.start(options, process, logger),
          inject: [Logger],
        },
      ],
    };
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { AnalyzerClient, RemoteDetector } from '../adapters/ai-engine/index.js';
import { CONFIG, type Config } from '../config/config.js';

/** The engine that recognises entities in free text, where the operator names one (`AI_ENGINE_URL`). */
@Injectable()
export class AiEngine {
  private readonly client: AnalyzerClient | null;

  /** Throws `AiEngineError` for an address that may not be asked. */
  constructor(@Inject(CONFIG) { aiEngineUrl }: Config) {
    this.client = aiEngineUrl === null ? null : new AnalyzerClient({ url: aiEngineUrl });
  }

  /** For one compiled mask; null: the built-in detector does the work. */
  detector(): RemoteDetector | null {
    return this.client === null ? null : new RemoteDetector(this.client);
  }
}

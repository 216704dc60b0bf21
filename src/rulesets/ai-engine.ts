import { Inject, Injectable } from '@nestjs/common';
import { AnalyzerClient, RemoteDetector } from '../adapters/ai-engine/index.js';
import { CONFIG, type Config } from '../config/config.js';
import { SettingsService } from '../settings/settings.service.js';

/** The engine that recognises entities in free text, where the settings or the operator (`AI_ENGINE_URL`) name one. */
@Injectable()
export class AiEngine {
  /** Throws `AiEngineError` for an operator's address that may not be asked. */
  constructor(
    @Inject(CONFIG) { aiEngineUrl }: Config,
    private readonly settings: SettingsService,
  ) {
    if (aiEngineUrl !== null) {
      new AnalyzerClient({ url: aiEngineUrl });
    }
  }

  /** As it is set now, by whatever process; null: the built-in detector does the work. */
  async address(): Promise<string | null> {
    return (await this.settings.current()).aiEngineUrl;
  }

  /** For one compiled mask; null: the built-in detector does the work. Throws `AiEngineError`. */
  async detector(): Promise<RemoteDetector | null> {
    const url = await this.address();
    return url === null ? null : new RemoteDetector(new AnalyzerClient({ url }));
  }
}

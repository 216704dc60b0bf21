import type { GenerationConfigResult } from '../engine/index.js';
import type { GenerationConfig } from './generation-config.entity.js';

/** A config with what is wrong with it now. */
export interface JudgedConfig {
  readonly config: GenerationConfig;
  readonly problems: GenerationConfigResult['problems'];
}

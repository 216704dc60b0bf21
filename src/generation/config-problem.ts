import { firstProblem } from '../common/validation/first-problem.js';
import { GenerationConfigDto } from './dto/generation-config.dto.js';

/** Why this cannot be stored as a generation config, whatever the text says; null: it can. */
export function generationConfigProblem(content: GenerationConfigDto): string | null {
  return firstProblem(Object.assign(new GenerationConfigDto(), content));
}

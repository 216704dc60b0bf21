import { firstProblem } from '../../common/validation/first-problem.js';
import { ConfigLibraryDto } from './dto/config-library.dto.js';
import { DiscoveryConfigDto } from './dto/discovery-config.dto.js';

/** A discovery config as the service takes it in. */
export type DiscoveryConfigContent = DiscoveryConfigDto;

/** Why this cannot be stored as a discovery config, whatever the text says; null: it can. */
export function discoveryConfigProblem(content: DiscoveryConfigContent): string | null {
  return firstProblem(Object.assign(new DiscoveryConfigDto(), content));
}

/** Why this cannot be stored as a discovery config library, whatever the text says; null: it can. */
export function configLibraryProblem(content: ConfigLibraryDto): string | null {
  return firstProblem(Object.assign(new ConfigLibraryDto(), content));
}

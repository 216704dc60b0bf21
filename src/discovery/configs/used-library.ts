import type { DiscoveryConfigLibrary } from './discovery-config-library.entity.js';

/** A library, and how many configs import it. */
export interface UsedLibrary {
  readonly library: DiscoveryConfigLibrary;
  readonly usageCount: number;
}

/**
 * Does the licence allow in-flight masking? Asked with every request, so answers come from memory. Without a licence
 * to keep to (`LICENSE_MODE` is `community`) everything is allowed.
 */
export abstract class LicenseState {
  /** Why not, in words for the caller; null: it does. */
  abstract refusal(): string | null;
}

/** Free of charge, without conditions. */
export class CommunityLicense extends LicenseState {
  override refusal(): null {
    return null;
  }
}

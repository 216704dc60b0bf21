/**
 * Does the licence allow masking, in runs and in flight? Asked with every request, so answers come from memory. Without a licence
 * to keep to (`LICENSE_MODE` is `community`) everything is allowed.
 */
export abstract class LicenseState {
  /** Why not, in words for the caller; null: it does. */
  abstract refusal(): string | null;
}

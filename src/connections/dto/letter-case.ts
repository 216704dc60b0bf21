/** `is_read_only` → `isReadOnly`; digits stay where they are (`s3_bucket_name` → `s3BucketName`). */
export function camelCaseOf(wireName: string): string {
  return wireName.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** By name: there are few, and lists ask for them a hundred thousand times. */
const WIRE_NAMES = new Map<string, string>();

/** The other way round; for names from our own code only. */
export function wireNameOf(name: string): string {
  const known = WIRE_NAMES.get(name);
  if (known !== undefined) {
    return known;
  }
  const wireName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  WIRE_NAMES.set(name, wireName);
  return wireName;
}

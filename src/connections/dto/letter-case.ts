/** `is_read_only` → `isReadOnly`; digits stay where they are (`s3_bucket_name` → `s3BucketName`). */
export function camelCaseOf(wireName: string): string {
  return wireName.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The other way round. */
export function wireNameOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

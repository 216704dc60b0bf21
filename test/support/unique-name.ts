import { randomBytes } from 'node:crypto';

/** A name that no other test uses. */
export function uniqueName(kind: string): string {
  return `${kind} ${randomBytes(5).toString('hex')}`;
}

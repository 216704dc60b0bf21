export const MAX_USERNAME = 150;

/** Control, format, surrogate and line characters make names that look like others; a zero-width joiner is part of emoji. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What is wrong with a username; null: nothing. */
export function usernameProblem(username: string): string | null {
  if (HIDDEN.test(username.replaceAll('\u200d', ''))) {
    return 'May not hold control characters or other invisible characters.';
  }
  return username.trim() === username ? null : 'May not begin or end with a space.';
}

/** Two usernames with the same key are the same: case and compatible forms of letters make no difference. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

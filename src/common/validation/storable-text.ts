/** NUL, or half a surrogate pair: PostgreSQL holds neither, in texts nor in JSON. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const EVERY_UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Can our database hold the text? */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** The text with what cannot be stored written visibly: `\u0000`, `\ud800`. */
export function storableText(text: string): string {
  return text.replace(
    EVERY_UNSTORABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

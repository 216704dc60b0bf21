/** A kind of number with characters that check the others. */
export interface Checksum {
  /** As written in rulesets. */
  readonly name: string;
  /** What it checks, for the documentation. */
  readonly summary: string;
  /** The compact text, without separators and in upper case: what may be given check characters. */
  readonly form: RegExp;
  /** What more a valid number shows. */
  readonly accepts?: (compact: string) => boolean;
  /** Brings letters that the scheme lacks to some that it has, before check characters are set. */
  readonly tidy?: (compact: string) => string;
  /** The compact text with its check characters set; null: this body has none. Only given what `form` matches. */
  readonly compute: (compact: string) => string | null;
  /** Place of the last free digit of the body, from the end when negative; absent: every body has check characters. */
  readonly lastFree?: number;
  /** Whole numbers are filled up with zeros to so many digits. */
  readonly width?: number;
  /** Further characters that may stand between the others. */
  readonly separators?: string;
}

const SEPARATORS = ' -./';
const LONGEST = 256;

/** Is this a number of the scheme with the right check characters? */
export function isValid(checksum: Checksum, text: string): boolean {
  const compact = compactOf(checksum, text);
  return compact !== null && isValidCompact(checksum, compact);
}

/** The same for a text without separators and in upper case. */
export function isValidCompact(checksum: Checksum, compact: string): boolean {
  return (
    checksum.form.test(compact) &&
    checksum.accepts?.(compact) !== false &&
    checksum.compute(compact) === compact
  );
}

/** The text with its check characters set and all else in place; null: it has not the form of the scheme. */
export function repair(checksum: Checksum, text: string): string | null {
  const compact = compactOf(checksum, text);
  const tidy = compact === null ? null : (checksum.tidy?.(compact) ?? compact);
  const repaired = tidy === null || !checksum.form.test(tidy) ? null : checked(checksum, tidy);
  return repaired === null ? null : laidOut(checksum, text, repaired);
}

/** A body without check characters has its last free digit moved on until it has some. */
function checked(checksum: Checksum, compact: string): string | null {
  let body = compact;
  for (let i = 0; i < 10; i++) {
    const repaired = checksum.compute(body);
    if (repaired !== null || checksum.lastFree === undefined) {
      return repaired;
    }
    body = movedOn(body, checksum.lastFree);
  }
  return null;
}

function movedOn(body: string, place: number): string {
  const index = place < 0 ? body.length + place : place;
  return `${body.slice(0, index)}${(Number(body[index]) + 1) % 10}${body.slice(index + 1)}`;
}

function compactOf(checksum: Checksum, text: string): string | null {
  if (text.length > LONGEST) {
    return null;
  }
  let compact = '';
  for (const character of text) {
    compact += isSeparator(checksum, character) ? '' : upperCase(character);
  }
  return compact;
}

/** Puts the characters back between the separators; letters that did not change keep their case. */
function laidOut(checksum: Checksum, text: string, compact: string): string {
  let result = '';
  let next = 0;
  for (const character of text) {
    if (isSeparator(checksum, character)) {
      result += character;
      continue;
    }
    const repaired = compact.charAt(next++);
    result += repaired === upperCase(character) ? character : repaired;
  }
  return result;
}

function isSeparator({ separators }: Checksum, character: string): boolean {
  return SEPARATORS.includes(character) || separators?.includes(character) === true;
}

/** Of ASCII letters only: others change length or meaning. */
function upperCase(character: string): string {
  return character >= 'a' && character <= 'z' ? character.toUpperCase() : character;
}

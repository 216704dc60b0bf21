export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 256;

/** Passwords that everyone tries first; compared without case. */
const WELL_KNOWN: readonly string[] = [
  'password',
  'password1',
  'passw0rd',
  'letmein',
  'qwertyuiop',
  'iloveyou',
  'administrator',
  'welcome1',
];

/**
 * What is wrong with a password; null: nothing. No kind of character is demanded. Characters that merely repeat the one
 * before them twice over (`aaa`) or count on (`abc`, `123`) do not add to the length.
 */
export function passwordProblem(password: string, username: string): string | null {
  if ([...password].length < MIN_PASSWORD) {
    return `Must have at least ${MIN_PASSWORD} characters.`;
  }
  if (unpredictableLength(password) < MIN_PASSWORD) {
    return `Too easy to guess: besides repeats (aaa) and runs (abc, 123) it must have at least ${MIN_PASSWORD} characters.`;
  }
  const plain = password.toLowerCase();
  if (plain === username.toLowerCase()) {
    return 'May not be the same as the username.';
  }
  return WELL_KNOWN.includes(plain)
    ? 'Too easy to guess: it is one of the passwords that are tried first.'
    : null;
}

function unpredictableLength(password: string): number {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.map((code, index) => code - (codes[index - 1] ?? Number.NaN));
  return codes.filter((_, index) => {
    const step = steps[index];
    return !(step === steps[index - 1] && (step === 0 || step === 1));
  }).length;
}

/** Longest text, and most parts of a list or object, that an answer repeats. */
const MAX_TEXT = 200;
const MAX_PARTS = 50;

const HIDDEN = '**********';

/** The value as its sender may see it again: secrets hidden, what is large left out (null). */
export function shownInput(value: unknown, secrets: ReadonlySet<string>): unknown {
  const budget = { parts: MAX_PARTS };
  const shown = show(value, secrets, budget);
  return budget.parts < 0 ? null : shown;
}

function show(value: unknown, secrets: ReadonlySet<string>, budget: { parts: number }): unknown {
  budget.parts -= 1;
  if (typeof value === 'string') {
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  }
  if (typeof value !== 'object' || value === null || budget.parts < 0) {
    return value ?? null;
  }
  if (Array.isArray(value)) {
    return value.slice(0, MAX_PARTS + 1).map((part) => show(part, secrets, budget));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      secrets.has(name) ? HIDDEN : show(part, secrets, budget),
    ]),
  );
}

/** What stands for a secret wherever it would be repeated. */
export const HIDDEN_INPUT = HIDDEN;

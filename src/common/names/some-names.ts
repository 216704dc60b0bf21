/** Names in a sentence; those beyond the given ones are told as a number: `a, b and 3 more`. */
export function someNames(names: readonly string[], count: number): string {
  const more = count > names.length ? ` and ${count - names.length} more` : '';
  return `${names.join(', ')}${more}`;
}

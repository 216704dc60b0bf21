/**
 * How many kills a suite wants whose servers are its own, or that also runs on embedded ones: fewer where the test run has
 * been given a server, which comes on top of a run on embedded ones.
 */
export function killCount({
  embedded,
  given,
}: {
  readonly embedded: number;
  readonly given: number;
}): number {
  return (process.env.DATABASE_URL ?? '') === '' ? embedded : given;
}

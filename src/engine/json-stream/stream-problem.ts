/** Why a document that streams by cannot be masked. Says where; never holds any of it. */
export class JsonStreamProblem extends Error {
  constructor(
    readonly kind: 'malformed' | 'too_long' | 'bad_encoding',
    readonly reason: string,
    readonly place: { readonly line: number; readonly column: number },
  ) {
    super(`Line ${place.line}, column ${place.column}: ${reason}`);
    this.name = 'JsonStreamProblem';
  }
}

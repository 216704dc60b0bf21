import { ConflictError } from '../../common/errors/domain-error.js';
import { someNames } from '../../common/names/some-names.js';

/** More names of importers than a message needs. */
export const NAMED_IMPORTERS = 3;

/** What imports a library. */
interface Importers {
  /** In the plural, such as `rulesets`. */
  readonly kind: string;
  /** `NAMED_IMPORTERS` of them at most. */
  readonly some: readonly { readonly name: string }[];
  readonly count: number;
}

/** A library keeps its name, and stays, while anything imports it. Throws `ConflictError`. */
export function assertNoImporters(what: 'renamed' | 'deleted', { kind, some, count }: Importers): void {
  if (count === 0) {
    return;
  }
  const names = someNames(
    some.map(({ name }) => `"${name}"`),
    count,
  );
  const hint = what === 'deleted' ? ' To delete it all the same, add ?force=true.' : '';
  throw new ConflictError(`The library cannot be ${what} while ${kind} import it: ${names}.${hint}`);
}

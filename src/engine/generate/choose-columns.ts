import { columnId, isInUniqueKey, uniqueMask } from './column-facts.js';
import type { GenerationRequest, LeftOut } from './generation-input.js';
import type { KeyOwners, PlacedColumn } from './key-owners.js';

export interface ChosenColumns {
  /** Columns that get a rule, each once. */
  readonly columns: readonly PlacedColumn[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Which columns get a rule. One that refers to a key gets none: it follows its key, which is masked in its place by a mask
 * that keeps values different.
 */
export function chooseColumns(request: GenerationRequest, owners: KeyOwners): ChosenColumns {
  const chosen = new Map<string, PlacedColumn>();
  const leftOut: LeftOut[] = [];
  for (const place of selectedColumns(request, owners, leftOut)) {
    const { table, column } = place;
    const leave = (reason: string, masked = false): void => {
      leftOut.push({ schema: table.schema, table: table.name, column: column.name, reason, masked });
    };
    const owner = owners.ownerOf(place);
    if (owner === null) {
      leave('it refers to a table that discovery has not seen: discover that schema too');
      continue;
    }
    const reason = obstacle(owner, owners);
    const isOwner = owner.column === column;
    if (reason !== null) {
      leave(isOwner ? reason : `it refers to ${shown(owner)}, and of that: ${reason}`);
      continue;
    }
    chosen.set(columnId(owner.table.schema, owner.table.name, owner.column.name), owner);
    if (!isOwner) {
      leave(`it follows ${shown(owner)}, which is masked`, true);
    }
  }
  return { columns: [...chosen.values()], leftOut };
}

function* selectedColumns(
  { selection }: GenerationRequest,
  owners: KeyOwners,
  leftOut: LeftOut[],
): Generator<PlacedColumn> {
  for (const { schema, table: name, columns } of selection) {
    const table = owners.table(schema, name);
    for (const wanted of new Set(columns)) {
      const column = table?.columns.find((candidate) => candidate.name === wanted);
      if (table === undefined || column === undefined) {
        leftOut.push({
          schema,
          table: name,
          column: wanted,
          reason: 'discovery has not seen it',
          masked: false,
        });
      } else {
        yield { table, column };
      }
    }
  }
}

/** Why a column cannot be masked. */
function obstacle(place: PlacedColumn, owners: KeyOwners): string | null {
  const { table, column } = place;
  if (table.obstacle !== null) {
    return table.obstacle;
  }
  if (!column.writable) {
    return 'the database computes it, so it cannot be written';
  }
  const isReferenced = owners.isReferenced(place);
  const mustDiffer = isReferenced || isInUniqueKey(table, column.name);
  return mustDiffer && uniqueMask(column) === null
    ? `it is part of a key, and no mask keeps values of the type ${column.dataType} different`
    : null;
}

function shown({ table, column }: PlacedColumn): string {
  return [table.schema, table.name, column.name].filter((part) => part !== '').join('.');
}

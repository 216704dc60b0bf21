import type { EmptyingFacts, TableName, TableReference } from '../../adapters/databases/index.js';
import { missingWriteRight } from './check-rights.js';
import { failure, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { shownTable } from '../shown-table.js';

/** What `truncate_table` would meet, and what the tasks before it will have done by then. */
export interface EmptyingCase {
  /** Where in the ruleset, as the beginning of a sentence. */
  readonly place: string;
  readonly facts: EmptyingFacts;
  readonly rowSecurityApplies: boolean;
  /** Tables that are certainly emptied before. */
  readonly emptied: readonly TableName[];
  /** SQL text runs before: nobody knows what it does. */
  readonly afterStatements: boolean;
  readonly dryRun: boolean;
}

/**
 * TRUNCATE needs its right, and no foreign key of another table. Without, the table is emptied by DELETE, and that must
 * neither touch a table that the ruleset does not name, nor leave a row.
 */
export function refuseEmptying(emptying: EmptyingCase): readonly LogLine[] {
  const { place, facts, dryRun } = emptying;
  if (facts.canTruncate && facts.references.length === 0) {
    return [];
  }
  const lines: LogLine[] = [];
  if (!facts.canTruncate && !facts.canDelete) {
    const text =
      'permission denied: the database user may neither truncate the table nor read it and delete from it';
    lines.push(missingWriteRight(`${place}${text}`, dryRun));
  } else if (!facts.canDelete) {
    const text =
      'permission denied: a foreign key forbids TRUNCATE, and the database user may not read and delete';
    lines.push(missingWriteRight(`${place}${text}`, dryRun));
  }
  if (emptying.rowSecurityApplies) {
    const text =
      'row-level security hides rows from the database user, and TRUNCATE is not possible: use a user with';
    lines.push(failure(`${place}${text} BYPASSRLS`));
  }
  if (facts.deleteRules.length > 0) {
    const names = facts.deleteRules.map((name) => `"${name}"`).join(', ');
    const text = 'the table has a DELETE rule, and TRUNCATE is not possible: drop or disable the rule';
    lines.push(failure(`${place}${text} ${names}`));
  }
  return [...lines, ...aboutReferences(emptying)];
}

function aboutReferences({ place, facts, emptied, afterStatements }: EmptyingCase): readonly LogLine[] {
  return facts.references
    .filter(({ from }) => !emptied.some((table) => isSame(table, from)))
    .flatMap((reference) => {
      if (reference.changesRows) {
        const text = 'the table can only be emptied by DELETE, which would change rows of';
        return [failure(`${place}${text} ${said(reference)}`)];
      }
      if (reference.isUsed === false) {
        return [];
      }
      if (reference.isUsed === null || afterStatements) {
        const text = 'emptying the table fails if rows still refer to it from';
        return [warning('foreign_key', `${place}${text} ${said(reference)}`)];
      }
      return [failure(`${place}rows of other tables refer to the table: ${said(reference)}`)];
    });
}

function said({ constraint, from, action }: TableReference): string {
  const table = shownTable(from);
  return `${table} (foreign key "${constraint}" ${action}): empty ${table} by a truncate_table task before, or drop the foreign key`;
}

function isSame(one: TableName, other: TableName): boolean {
  return one.schema === other.schema && one.table === other.table;
}

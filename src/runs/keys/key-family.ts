import type { KeyLink, KeyPlace, KeyReference, TableName } from '../../adapters/databases/index.js';
import { shownTable } from '../shown-table.js';

/** A key and everything that holds its values. */
export interface KeyFamily {
  /** The key itself first. */
  readonly places: readonly KeyPlace[];
  readonly links: readonly KeyLink[];
  /** Why it cannot be masked as one, as sentences. */
  readonly problems: readonly string[];
}

/** Declared by the database, or by the ruleset. */
export type ReferencesOf = (table: TableName) => Promise<readonly KeyReference[]>;

/**
 * Follows references down from a key, over any number of levels and back to where they began. A key of one column takes
 * its part of composite references along; one of several columns goes only with references to exactly these.
 */
export async function findFamily(key: KeyPlace, references: ReferencesOf): Promise<KeyFamily> {
  const search = new FamilySearch(key, references);
  await search.run();
  return search.family();
}

interface UpwardStep {
  readonly from: KeyPlace;
  readonly to: KeyPlace;
  readonly reference: KeyReference;
}

class FamilySearch {
  private readonly places = new Map<string, KeyPlace>();
  private readonly links = new Map<string, KeyLink>();
  private readonly upward: UpwardStep[] = [];
  private readonly problems = new Set<string>();

  constructor(
    private readonly key: KeyPlace,
    private readonly references: ReferencesOf,
  ) {}

  async run(): Promise<void> {
    const open = [this.key];
    this.places.set(identity(this.key), this.key);
    for (let place = open.shift(); place !== undefined; place = open.shift()) {
      for (const reference of await this.references(place.table)) {
        const child = this.childAt(place, reference);
        if (child !== null && !this.places.has(identity(child))) {
          this.places.set(identity(child), child);
          open.push(child);
        }
        this.lookUp(place, reference);
      }
    }
  }

  family(): KeyFamily {
    for (const { from, to, reference } of this.upward) {
      if (!this.places.has(identity(to))) {
        this.problems.add(this.problemUpward(from, to, reference));
      }
    }
    return {
      places: [...this.places.values()],
      links: [...this.links.values()],
      problems: [...this.problems],
    };
  }

  private childAt(place: KeyPlace, reference: KeyReference): KeyPlace | null {
    const columns = isSame(reference.to, place.table)
      ? this.across(place, reference, reference.toColumns, reference.fromColumns)
      : null;
    if (columns === null) {
      return null;
    }
    const link = {
      from: { table: reference.from, columns: reference.fromColumns },
      to: { table: reference.to, columns: reference.toColumns },
    };
    this.links.set(JSON.stringify(link), link);
    return { table: reference.from, columns };
  }

  private lookUp(place: KeyPlace, reference: KeyReference): void {
    const columns = isSame(reference.from, place.table)
      ? this.across(place, reference, reference.fromColumns, reference.toColumns)
      : null;
    if (columns !== null) {
      this.upward.push({ from: place, to: { table: reference.to, columns }, reference });
    }
  }

  /** The columns on the other side; null: the reference has nothing to do with the place, or not with all of it. */
  private across(
    { table, columns }: KeyPlace,
    reference: KeyReference,
    near: readonly string[],
    far: readonly string[],
  ): readonly string[] | null {
    const positions = columns.map((column) => near.indexOf(column));
    if (positions.every((position) => position === -1)) {
      return null;
    }
    const isWhole = columns.length === 1 || (near.length === columns.length && !positions.includes(-1));
    if (!isWhole) {
      const text = `covers only a part of the key, or more than it (${listed({ table, columns })})`;
      this.problems.add(`${named(reference)} ${text}: mask the columns one by one with imitate_unique`);
      return null;
    }
    return positions.map((position) => far[position] ?? '');
  }

  private problemUpward(from: KeyPlace, to: KeyPlace, reference: KeyReference): string {
    return identity(from) === identity(this.key)
      ? `${listed(from)} refers to ${listed(to)} by ${named(reference)}: mask that instead, and this follows`
      : `${listed(from)} follows ${listed(this.key)}, but refers to ${listed(to)} as well by ${named(reference)}: they would no longer agree`;
  }
}

/** `"app"."orders"."id"`; several columns in parentheses. */
export function listed({ table, columns }: KeyPlace): string {
  const names = columns.map((column) => `"${column}"`);
  return `${shownTable(table)}.${names.length === 1 ? (names[0] ?? '') : `(${names.join(', ')})`}`;
}

function named({ constraint, from }: KeyReference): string {
  return constraint === ''
    ? `the additional cascade to ${shownTable(from)}`
    : `the foreign key "${constraint}" of ${shownTable(from)}`;
}

function identity({ table, columns }: KeyPlace): string {
  return JSON.stringify([table.schema, table.table, columns]);
}

function isSame(one: TableName, other: TableName): boolean {
  return one.schema === other.schema && one.table === other.table;
}

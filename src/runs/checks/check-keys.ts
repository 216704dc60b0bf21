import type { DatabaseSession, KeyPlace, TableName } from '../../adapters/databases/index.js';
import type { MaskTableTask, Position } from '../../engine/index.js';
import { listed } from '../keys/key-family.js';
import { shownTable } from '../shown-table.js';
import type { KeyPlan } from '../keys/key-plan.js';
import type { LiveTable } from '../work/live-table.js';
import { failure, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';

interface MaskedColumn {
  readonly at: Position;
  readonly column: string;
}

interface Follower {
  readonly column: string;
  readonly owner: string;
  readonly at: Position;
}

/** Checks the key changes of all tasks of a run, and that no rule gets in their way. */
export class KeyChecks {
  private readonly followers: Follower[] = [];
  private readonly masked: MaskedColumn[] = [];
  private readonly written = new Map<string, readonly TableName[]>();

  constructor(
    private readonly session: DatabaseSession,
    private readonly managesTriggers: boolean,
  ) {}

  /** Tables beside its own that a task changes. */
  tablesOf(taskPath: string): readonly TableName[] {
    return this.written.get(taskPath) ?? [];
  }

  /** Remembers what a task masks, for `aboutFollowers`. */
  noteRules(task: MaskTableTask, table: LiveTable): void {
    for (const { column, at } of task.rules) {
      const name = table.find(column)?.name;
      if (name !== undefined) {
        this.masked.push({ at, column: listed({ table: table.description.name, columns: [name] }) });
      }
    }
  }

  async check(
    task: { readonly path: string; readonly at: Position },
    plan: KeyPlan,
  ): Promise<readonly LogLine[]> {
    const lines = plan.problems.map(({ at, severity, code, message }) =>
      severity === 'error' ? failure(placed(at, message)) : warning(code, placed(at, message)),
    );
    const places = plan.maps.flatMap((map) => map.places);
    const obstacles = (await this.session.keys?.obstacles(places)) ?? [];
    lines.push(...obstacles.map((text) => failure(placed(task.at, text))));
    const doubts = (await this.session.keys?.doubts(places)) ?? [];
    lines.push(...doubts.map((text) => warning('unseen_references', placed(task.at, text))));
    this.noteFollowers(task.at, plan);
    const [own, ...others] = tablesIn(places);
    this.written.set(task.path, others);
    for (const table of own === undefined ? [] : others) {
      lines.push(...(await this.aboutTriggers(task.at, table)));
    }
    return lines;
  }

  /** Rules on columns that follow a key: they would be masked twice, and joins would break. */
  aboutFollowers(): readonly LogLine[] {
    return this.masked.flatMap(({ at, column }) => {
      const found = this.followers.find((follower) => follower.column === column);
      if (found === undefined) {
        return [];
      }
      const all = this.followers
        .filter(({ owner }) => owner === found.owner)
        .map((follower) => follower.column);
      const text =
        `column ${column} follows the key ${found.owner}, which is masked at line ${found.at.line}, and may not be ` +
        `masked directly. Columns that may not be masked because they follow this key: ${all.join(', ')}`;
      return [failure(placed(at, text))];
    });
  }

  private noteFollowers(at: Position, plan: KeyPlan): void {
    for (const { places } of plan.maps) {
      const [owner, ...others] = places;
      for (const follower of owner === undefined ? [] : others.flatMap(eachColumn)) {
        this.followers.push({ column: follower, owner: listed(owner!), at });
      }
    }
  }

  private async aboutTriggers(at: Position, table: TableName): Promise<readonly LogLine[]> {
    const { updateTriggers } = await this.session.describeTable(table);
    if (updateTriggers.length === 0) {
      return [];
    }
    const names = updateTriggers.map((name) => `"${name}"`).join(', ');
    return this.managesTriggers
      ? [
          failure(
            placed(
              at,
              `auto_manage_triggers does not reach tables that follow a key, and ${shownTable(table)} has triggers: ${names}`,
            ),
          ),
        ]
      : [
          warning(
            'triggers',
            placed(at, `triggers of ${shownTable(table)} fire where it follows a masked key: ${names}`),
          ),
        ];
  }
}

function tablesIn(places: readonly KeyPlace[]): readonly TableName[] {
  return [...new Map(places.map(({ table }) => [shownTable(table), table])).values()];
}

function eachColumn({ table, columns }: KeyPlace): readonly string[] {
  return columns.map((column) => listed({ table, columns: [column] }));
}

function placed({ line, column }: Position, text: string): string {
  return `line ${line}, column ${column}: ${text}`;
}

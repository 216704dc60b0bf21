import { Injectable } from '@nestjs/common';
import type { DatabaseSession } from '../../adapters/databases/index.js';
import { ColumnDetector, compileColumnRules, DetectionWords } from '../../engine/index.js';
import type { Ruleset } from '../../engine/index.js';
import { SettingsService } from '../../settings/settings.service.js';
import { toDiscoveryMatch } from '../discovery-match.js';
import { DiscoveryResults } from '../discovery-results.js';
import type { Discovery } from '../discovery.entity.js';
import { coverOf } from '../ruleset-cover.js';
import { CoverageComparison } from './coverage-report.js';
import type { CoverageReport, LiveTable } from './coverage-report.js';

/** Tables read from the catalog at a time. */
const TABLES_AT_A_TIME = 200;
/** Names alone are looked at, which needs none. */
const NO_WORDS = { firstNames: [], lastNames: [], occupations: [], cities: [] };

type Look = ConstructorParameters<typeof CoverageComparison>[1];

/** Compares rulesets with what was discovered, and with the database as it is now. */
@Injectable()
export class Coverage {
  constructor(
    private readonly results: DiscoveryResults,
    private readonly settings: SettingsService,
  ) {}

  /** Null: no discovery of the connection is complete. */
  async of(
    connectionId: string,
    ruleset: Ruleset,
    session: DatabaseSession,
  ): Promise<{ readonly discovery: Discovery; readonly report: CoverageReport } | null> {
    const discovery = await this.results.latestOf(connectionId);
    if (discovery === null) {
      return null;
    }
    const cover = await coverOf(ruleset, session);
    const comparison = new CoverageComparison(cover, await this.lookByName());
    const live = new LiveTables(session);
    const seen = new Set<string>();
    for await (const table of this.results.tables(discovery.runId)) {
      const tables = await live.of(table.schema);
      comparison.discovered(table, tables.get(table.table));
      seen.add(JSON.stringify([table.schema, table.table]));
    }
    for (const tables of live.read()) {
      for (const table of tables.values()) {
        if (!seen.has(JSON.stringify([table.name.schema, table.name.table]))) {
          comparison.unseen(table);
        }
      }
    }
    const named = new Map<string, ReadonlyMap<string, LiveTable>>();
    for (const schema of cover.schemas) {
      named.set(schema, await live.of(schema));
    }
    comparison.namedByRuleset(
      (schema, table) =>
        named
          .get(schema)
          ?.get(table)
          ?.columns.map(({ name }) => name) ?? null,
    );
    return { discovery, report: comparison.report() };
  }

  private async lookByName(): Promise<Look> {
    const { customKeywords, ignoredKeywords } = await this.settings.current();
    const { rules } = compileColumnRules({ customKeywords, ignoredKeywords, values: null });
    const detector = new ColumnDetector(rules, new DetectionWords(NO_WORDS), Date.now());
    return ({ name, columns }, { name: column, kind }) => {
      const siblings = columns.filter((other) => other.name !== column).map((other) => other.name);
      return detector.byName({ name: column, kind, table: name.table, siblings }).map(toDiscoveryMatch);
    };
  }
}

/** The tables of schemas as they are now, each schema read once. */
class LiveTables {
  private readonly schemas = new Map<string, Map<string, LiveTable>>();

  constructor(private readonly session: DatabaseSession) {}

  async of(schema: string): Promise<ReadonlyMap<string, LiveTable>> {
    const known = this.schemas.get(schema);
    if (known !== undefined) {
      return known;
    }
    const tables = new Map<string, LiveTable>();
    const { catalog } = this.session;
    const exists = (await catalog.schemas([schema])).includes(schema);
    let after: string | null = null;
    let isMore = exists;
    while (isMore) {
      const page: readonly LiveTable[] = await catalog.tables(schema, after, TABLES_AT_A_TIME);
      page.forEach(({ name, kind, columns }) => tables.set(name.table, { name, kind, columns }));
      after = page.at(-1)?.name.table ?? null;
      isMore = page.length > 0;
    }
    this.schemas.set(schema, tables);
    return tables;
  }

  /** Those of the schemas that were asked for. */
  read(): Iterable<ReadonlyMap<string, LiveTable>> {
    return [...this.schemas.values()];
  }
}

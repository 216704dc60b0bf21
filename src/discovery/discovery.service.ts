import { Injectable } from '@nestjs/common';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { InvalidInputError, NotFoundError } from '../common/errors/domain-error.js';
import type { PageSlice } from '../common/http/dto/page.dto.js';
import { ConnectionsService } from '../connections/connections.service.js';
import type { SchemaDiscoveryTask } from '../engine/index.js';
import { RunsService } from '../runs/runs.service.js';
import { ConfigChoice } from './configs/config-choice.js';
import type { Discovery } from './discovery.entity.js';
import { DiscoveryResults } from './discovery-results.js';
import { DiscoveryStore } from './discovery-store.js';
import { compileWishes } from './discovery-wishes.js';
import { toNestedColumn, toResultResponse, toTableMetadata } from './dto/schema-discovery.response.js';
import type { SchemaResultResponse } from './dto/schema-discovery.response.js';
import type { StartConfiguredDiscoveryDto, StartSchemaDiscoveryDto } from './dto/start-discovery.dto.js';

/** Clients know discoveries by the beginning of this name. */
const RULESET_NAME = '$auto_schema_discovery';
/** Version of the nested document. */
const SD_VERSION = '1.0';

const NO_WISHES = {
  custom_keywords: [] as string[],
  ignored_keywords: [] as string[],
  schemas: [] as string[],
  disable_built_in_keywords: false,
  disable_global_custom_keywords: false,
  disable_global_ignored_keywords: false,
  in_data_discovery: null as Record<string, unknown> | null,
};

export type StartedRun = Awaited<ReturnType<RunsService['startDiscovery']>>;

/** One page of columns, before it is dressed for the wire. */
export interface FoundColumns {
  readonly results: SchemaResultResponse[];
  readonly count: number;
  readonly tableMetadata: Record<string, Record<string, unknown>>;
}

/** Starts schema discoveries and shows what they found. */
@Injectable()
export class DiscoveryService {
  constructor(
    private readonly runs: RunsService,
    private readonly connections: ConnectionsService,
    private readonly results: DiscoveryResults,
    private readonly store: DiscoveryStore,
    private readonly configs: ConfigChoice,
  ) {}

  start(user: AuthenticatedUser, body: StartSchemaDiscoveryDto): Promise<StartedRun> {
    const { connection: connectionId, ...options } = body;
    assertUsable(body);
    const rulesetText = schemaDiscoveryRuleset(withoutNulls(options));
    return this.runs.startDiscovery(
      user,
      { kind: 'schema', connectionId, rulesetName: RULESET_NAME, rulesetText, options: {} },
      (manager, run) => this.store.begin(manager, { run, connectionId, options: withoutNulls(options) }),
    );
  }

  /** The same by a config. */
  async startConfigured(
    user: AuthenticatedUser,
    { connection: connectionId, discovery_config: configId, schemas }: StartConfiguredDiscoveryDto,
  ): Promise<StartedRun> {
    const chosen = await this.configs.choose(configId, 'database');
    const options = { discovery_config: chosen.configId, schemas: schemas ?? [] };
    const rulesetText = schemaDiscoveryRuleset({ schemas: options.schemas });
    return this.runs.startDiscovery(
      user,
      { kind: 'schema', connectionId, rulesetName: RULESET_NAME, rulesetText, options: {} },
      async (manager, run) => {
        await this.configs.freeze(manager, run, chosen);
        await this.store.begin(manager, { run, connectionId, options });
      },
    );
  }

  /** The whole last discovery as the text of one JSON document, in pieces: it may be larger than memory. */
  async ofConnection(connectionId: string): Promise<AsyncIterable<string>> {
    const { last_discovery_run_id: runId } = await this.connections.get(connectionId);
    const discovery = await this.results.latestOf(connectionId);
    const run = runId === null ? null : await this.runs.get(discovery?.runId ?? Number(runId));
    return nestedDocument(discovery, run, (id) => this.results.tables(id));
  }

  async columns(runId: number, slice: PageSlice): Promise<FoundColumns> {
    const discovery = await this.ofRun(runId);
    if (discovery.finishedTime === null) {
      return { results: [], count: 0, tableMetadata: {} };
    }
    const tables = await this.results.columns(runId, slice);
    const tableMetadata: Record<string, Record<string, unknown>> = {};
    for (const table of tables) {
      tableMetadata[table.schema] ??= {};
      tableMetadata[table.schema]![table.table] = toTableMetadata(table);
    }
    return {
      results: tables.flatMap((table) => table.columns.map((column) => toResultResponse(table, column))),
      count: await this.results.countColumns(runId),
      tableMetadata,
    };
  }

  async remove(runId: number): Promise<void> {
    await this.ofRun(runId);
    await this.store.remove(runId);
  }

  private async ofRun(runId: number): Promise<Discovery> {
    await this.runs.get(runId);
    const discovery = await this.results.ofRun(runId);
    if (discovery?.kind !== 'schema') {
      throw new InvalidInputError('This run is no schema discovery.');
    }
    return discovery;
  }

  /** Those of a run that are complete. Throws `NotFoundError`. */
  async complete(runId: number): Promise<Discovery> {
    await this.runs.get(runId);
    const discovery = await this.results.ofRun(runId);
    if (discovery?.kind !== 'schema' || discovery.finishedTime === null) {
      throw new NotFoundError('This run has no results of a schema discovery.');
    }
    return discovery;
  }
}

/** The ruleset of a run that only discovers. */
function schemaDiscoveryRuleset(options: object): string {
  return JSON.stringify({ version: '1.0', tasks: [{ type: 'run_schema_discovery', ...options }] });
}

/** What is wrong is told by field, before there is a run. */
function assertUsable(body: StartSchemaDiscoveryDto): void {
  const given = { ...NO_WISHES, ...withoutNulls(body) };
  const task: SchemaDiscoveryTask = {
    kind: 'run_schema_discovery',
    path: '0',
    at: { line: 1, column: 1 },
    customKeywords: given.custom_keywords,
    ignoredKeywords: given.ignored_keywords,
    schemas: given.schemas,
    disableBuiltInKeywords: given.disable_built_in_keywords,
    disableGlobalCustomKeywords: given.disable_global_custom_keywords,
    disableGlobalIgnoredKeywords: given.disable_global_ignored_keywords,
    inDataDiscovery: given.in_data_discovery,
  };
  const { problems } = compileWishes(task, { customKeywords: [], ignoredKeywords: [] });
  const fields: Record<string, string[]> = {};
  for (const problem of problems) {
    const [, field = 'in_data_discovery', message = problem] = /^(\w+)\.(.*)$/s.exec(problem) ?? [];
    fields[field] = [...(fields[field] ?? []), message];
  }
  if (problems.length > 0) {
    throw new InvalidInputError(fields);
  }
}

/** Null counts as not given. */
function withoutNulls<T extends object>(options: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== null && value !== undefined),
  ) as { [K in keyof T]?: NonNullable<T[K]> };
}

async function* nestedDocument(
  discovery: Discovery | null,
  run: StartedRun | null,
  tablesOf: DiscoveryResults['tables'],
): AsyncGenerator<string> {
  yield `{"data":{"options":${JSON.stringify(discovery?.options ?? {})},"sd_version":"${SD_VERSION}","schemas":[`;
  let schema: string | null = null;
  if (discovery !== null) {
    for await (const table of tablesOf(discovery.runId)) {
      const isNew = table.schema !== schema;
      const opening = `${schema === null ? '' : ']},'}{"name":${JSON.stringify(table.schema)},"tables":[`;
      const columns = table.columns.map((column) => toNestedColumn(table, column));
      yield `${isNew ? opening : ','}${JSON.stringify({ name: table.table, columns })}`;
      ({ schema } = table);
    }
  }
  yield `${schema === null ? '' : ']}'}]},"last_sdd_run":${JSON.stringify(run)}}`;
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { MoreThan } from 'typeorm';
import type { DataSource } from 'typeorm';
import { isEncoding } from '../../adapters/formats/index.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { InvalidInputError } from '../../common/errors/domain-error.js';
import { readRuleset } from '../../engine/index.js';
import type { FileDiscoveryTask, Problem } from '../../engine/index.js';
import { RunsService } from '../../runs/runs.service.js';
import { ConfigChoice } from '../configs/config-choice.js';
import { Discovery } from '../discovery.entity.js';
import type { StartedRun } from '../discovery.service.js';
import { compileWishes } from '../discovery-wishes.js';
import { DiscoveryFileGroup } from './discovery-file-group.entity.js';
import { DiscoveryFileStore, filesOf } from './discovery-file-store.js';
import { toFieldResponse, toFileResponse } from './dto/file-discovery.response.js';
import type {
  StartConfiguredFileDiscoveryDto,
  StartFileDiscoveryDto,
} from './dto/start-file-discovery.dto.js';

const RULESET_NAME = '$auto_file_data_discovery';
const GROUPS_AT_A_TIME = 20;

/** Starts discoveries of files and shows what they found. */
@Injectable()
export class FileDiscoveryService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly runs: RunsService,
    private readonly store: DiscoveryFileStore,
    private readonly configs: ConfigChoice,
  ) {}

  start(user: AuthenticatedUser, body: StartFileDiscoveryDto): Promise<StartedRun> {
    const { connection: connectionId, options, ...given } = body;
    const wishes = Object.fromEntries(
      Object.entries(given as Record<string, unknown>).filter(
        ([, value]) => value !== null && value !== undefined,
      ),
    );
    const rulesetText = JSON.stringify({
      version: '1.0',
      tasks: [{ type: 'run_file_data_discovery', ...wishes }],
    });
    assertEncoding(wishes.encoding);
    assertUsable(rulesetText);
    return this.runs.startDiscovery(
      user,
      { kind: 'file', connectionId, rulesetName: RULESET_NAME, rulesetText, options: options ?? {} },
      (manager, run) => this.store.begin(run.id, connectionId, wishes, manager),
    );
  }

  /** The same by a config. */
  async startConfigured(
    user: AuthenticatedUser,
    { connection: connectionId, discovery_config: configId, options }: StartConfiguredFileDiscoveryDto,
  ): Promise<StartedRun> {
    const chosen = await this.configs.choose(configId, 'file');
    const rulesetText = JSON.stringify({ version: '1.0', tasks: [{ type: 'run_file_data_discovery' }] });
    return this.runs.startDiscovery(
      user,
      { kind: 'file', connectionId, rulesetName: RULESET_NAME, rulesetText, options: options ?? {} },
      async (manager, run) => {
        await this.configs.freeze(manager, run, chosen);
        await this.store.begin(run.id, connectionId, { discovery_config: chosen.configId }, manager);
      },
    );
  }

  /** All groups of a run as the text of one JSON list, in pieces; empty until the discovery is complete. */
  async results(runId: number): Promise<AsyncIterable<string>> {
    const { source_connection: id, source_connection_name: name } = await this.runs.get(runId);
    const discovery = await this.dataSource.manager.findOneBy(Discovery, { runId });
    if (discovery?.kind !== 'file') {
      throw new InvalidInputError('This run is no file data discovery.');
    }
    return this.groups(discovery, { id, name });
  }

  private async *groups(
    { runId, finishedTime }: Discovery,
    connection: { readonly id: string; readonly name: string },
  ): AsyncGenerator<string> {
    yield '[';
    let separator = '';
    let after = 0;
    let isMore = finishedTime !== null;
    while (isMore) {
      const groups = await this.dataSource.manager.find(DiscoveryFileGroup, {
        where: { runId, id: MoreThan(after) },
        order: { id: 'ASC' },
        take: GROUPS_AT_A_TIME,
      });
      for (const { id, fileType, fields } of groups) {
        const head = JSON.stringify({ id, connection, file_type: fileType });
        yield `${separator}${head.slice(0, -1)},"files":[`;
        separator = '';
        for await (const file of filesOf(this.dataSource.manager, { groupId: id })) {
          yield separator + JSON.stringify(toFileResponse(file));
          separator = ',';
        }
        yield `],"results":${JSON.stringify(fields.map(toFieldResponse))}}`;
        separator = ',';
        after = id;
      }
      isMore = groups.length >= GROUPS_AT_A_TIME;
    }
    yield ']';
  }
}

function assertEncoding(encoding: unknown): void {
  if (typeof encoding === 'string' && !isEncoding(encoding)) {
    const text = 'No such encoding is known. Write a name such as utf-8, utf-16le, latin1 or windows-1252.';
    throw new InvalidInputError({ encoding: [text] });
  }
}

/** What is wrong is told by field, before there is a run. */
function assertUsable(rulesetText: string): void {
  const { ruleset, problems } = readRuleset(rulesetText, { target: 'file' });
  const fields: Record<string, string[]> = {};
  const add = (field: string, message: string): void => {
    fields[field] = [...(fields[field] ?? []), message];
  };
  problems.filter(({ severity }) => severity === 'error').forEach((problem) => add(...toldOf(problem)));
  const task = ruleset?.tasks[0] as FileDiscoveryTask | undefined;
  if (task !== undefined) {
    for (const problem of compileWishes(task, { customKeywords: [], ignoredKeywords: [] }).problems) {
      const [, field = 'in_data_discovery', message = problem] = /^(\w+)\.(.*)$/s.exec(problem) ?? [];
      add(field, message);
    }
  }
  if (Object.keys(fields).length > 0) {
    throw new InvalidInputError(fields);
  }
}

function toldOf({ path, message }: Problem): [field: string, message: string] {
  const [, field = 'detail', rest = ''] = /^tasks\[0\]\.(\w+)(.*)$/.exec(path) ?? [];
  return [field, rest === '' ? message : `${rest.replace(/^\[(\d+)\]/, '$1')}: ${message}`];
}

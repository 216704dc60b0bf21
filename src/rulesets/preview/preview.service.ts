import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

import type { DatabaseSession } from '../../adapters/databases/index.js';
import { AuditService } from '../../audit/audit.service.js';
import type { AuthenticatedUser } from '../../auth/authenticated-user.js';
import { InvalidInputError } from '../../common/errors/domain-error.js';
import { assertFields } from '../../common/validation/assert-fields.js';
import { compileTableMask, deriveRunKey, maskFileTasks, maskTableTasks } from '../../engine/index.js';
import type { MaskingContext, MaskTableTask, Problem, Ruleset } from '../../engine/index.js';
import { InstallationService } from '../../installation/installation.service.js';
import type { PreviewDto } from '../dto/preview.dto.js';
import { RulesetReader } from '../ruleset-reader.js';
import { RulesetsService } from '../rulesets.service.js';
import { SeedFilesService } from '../seed-files.service.js';
import { verdictOf } from '../validation-status.js';
import { assertAffordable, RowBudget } from './preview-budget.js';
import { previewFiles } from './preview-files.js';
import { previewRows, RowCounter } from './preview-rows.js';
import type { Preview, TaskPreview } from './preview.js';
import { sampleTable } from './sample-table.js';
import { TableSampler } from './table-sampler.js';

const DEFAULT_ROWS = 10;
const MAX_TASKS = 50;
const MAX_TEXT = 512 * 1024;

interface RulesetText {
  /** Null: it is not stored. */
  readonly name: string | null;
  readonly text: string;
  readonly target: 'database' | 'file';
}

/** Shows what a ruleset makes of a few rows. Writes nothing. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly rulesets: RulesetsService,
    private readonly reader: RulesetReader,
    private readonly seedFiles: SeedFilesService,
    private readonly installation: InstallationService,
    private readonly sampler: TableSampler,
    private readonly audit: AuditService,
  ) {}

  async preview(user: AuthenticatedUser, dto: PreviewDto): Promise<Preview> {
    assertFields({
      ruleset: oneOf([dto.config_yaml, dto.ruleset], 'Give either config_yaml or ruleset.'),
      records: oneOf(
        [dto.records, dto.documents, dto.connection],
        'Give one of records, documents and connection.',
      ),
    });
    const { name, text, target } = await this.text(dto);
    assertFields(wrongSamples(target, dto));
    const { ruleset, problems } = await this.reader.read(text, target);
    if (ruleset === null) {
      return { findings: verdictOf(problems), tasks: [] };
    }
    const context = await this.context(dto, ruleset);
    const tasks =
      target === 'file'
        ? await previewFileTasks(ruleset, dto, context)
        : await this.previewTables(user, dto, { name, ruleset, context });
    return { findings: verdictOf(problems), tasks };
  }

  private previewTables(
    user: AuthenticatedUser,
    dto: PreviewDto,
    { name, ruleset, context }: { name: string | null; ruleset: Ruleset; context: MaskingContext },
  ): Promise<readonly TaskPreview[]> {
    const tasks = maskTableTasks(ruleset.tasks).slice(0, MAX_TASKS);
    if (isGiven(dto.connection)) {
      return this.previewConnection(user, dto, { name, tasks, context });
    }
    const records = dto.records ?? [];
    assertAffordable('records', records, tasks);
    return inTurns(tasks, (task) => previewRecords(task, records, context));
  }

  private async text(dto: PreviewDto): Promise<RulesetText> {
    if (dto.ruleset === null || dto.ruleset === undefined) {
      return { name: null, text: dto.config_yaml ?? '', target: dto.mask_type ?? 'database' };
    }
    const ruleset = await this.rulesets.forRun(dto.ruleset);
    if (ruleset === null) {
      throw new InvalidInputError({ ruleset: ['There is no such ruleset.'] });
    }
    if (ruleset.configYaml.length > MAX_TEXT) {
      throw new InvalidInputError({ ruleset: ['It is too long to be previewed.'] });
    }
    return { name: ruleset.name, text: ruleset.configYaml, target: ruleset.maskType };
  }

  private async context(dto: PreviewDto, ruleset: Ruleset): Promise<MaskingContext> {
    const secret = dto.run_secret ?? randomBytes(20).toString('hex');
    const instance = dto.disable_instance_secret === true ? null : await this.installation.instanceSecret();
    return {
      runKey: deriveRunKey(secret, instance),
      repeatable: typeof dto.run_secret === 'string',
      nowMs: Date.now(),
      seedFiles: await this.seedFiles.load(ruleset.seedFiles),
      rewritesKeys: true,
      dealsColumns: true,
    };
  }

  private async previewConnection(
    user: AuthenticatedUser,
    dto: PreviewDto,
    what: {
      readonly name: string | null;
      readonly tasks: readonly MaskTableTask[];
      readonly context: MaskingContext;
    },
  ): Promise<readonly TaskPreview[]> {
    const connection = await this.sampler.connection(dto.connection ?? '');
    const limit = dto.row_limit ?? DEFAULT_ROWS;
    const budget = new RowBudget();
    const shown = await this.sampler.inSession(connection, async (session) => {
      const tasks: TaskPreview[] = [];
      for (const task of what.tasks) {
        tasks.push(await this.previewTable(session, task, { context: what.context, limit, budget }));
      }
      return tasks;
    });
    const rows = shown.reduce((sum, task) => sum + task.rows.length, 0);
    const ruleset = what.name === null ? 'a ruleset' : `ruleset "${what.name}"`;
    const description = `Preview of ${ruleset} showed ${rows} rows of connection "${connection.name}"`;
    await this.audit.record({ user, category: 'ruleset', action: 'previewed', description });
    return shown;
  }

  private async previewTable(
    session: DatabaseSession,
    task: MaskTableTask,
    { context, limit, budget }: LiveRows,
  ): Promise<TaskPreview> {
    const table = await this.sampler.table(session, task.table);
    if (table === null) {
      const message = `There is no table ${JSON.stringify(task.table)}.`;
      return taskPreview(task, [{ ...UNKNOWN_TABLE, message, path: `task ${task.path}`, at: task.at }], []);
    }
    const counter = new RowCounter();
    const { mask, problems } = compileTableMask(task, table.shape, { ...context, rowOrdinals: counter });
    const rows = mask === null ? [] : await table.rows(task, mask, limit);
    budget.take(rows);
    return taskPreview(task, problems, mask === null ? [] : previewRows(mask, rows, counter));
  }
}

interface LiveRows {
  readonly context: MaskingContext;
  readonly limit: number;
  readonly budget: RowBudget;
}

const UNKNOWN_TABLE = { severity: 'error', type: 'ruleset', code: 'unknown_table' } as const;

function previewRecords(
  task: MaskTableTask,
  records: readonly Record<string, unknown>[],
  context: MaskingContext,
): TaskPreview {
  const table = sampleTable(records, task.key);
  const counter = new RowCounter();
  const { mask, problems } = compileTableMask(task, table.shape, { ...context, rowOrdinals: counter });
  const rows = mask === null ? [] : previewRows(mask, table.rows(mask.readColumns), counter);
  return taskPreview(task, problems, rows);
}

function taskPreview(
  { path, table }: MaskTableTask,
  problems: readonly Problem[],
  rows: TaskPreview['rows'],
): TaskPreview {
  return { path, table, findings: verdictOf(problems), rows };
}

function previewFileTasks(
  ruleset: Ruleset,
  { records, documents }: PreviewDto,
  context: MaskingContext,
): Promise<readonly TaskPreview[]> {
  const samples = { records: records ?? [], documents: documents ?? [] };
  const tasks = maskFileTasks(ruleset.tasks).slice(0, MAX_TASKS);
  assertAffordable('records', samples.records, tasks);
  assertAffordable('documents', samples.documents, tasks);
  return inTurns(tasks, (task) => previewFiles(task, samples, context));
}

/** Others get their answers between two tasks. */
async function inTurns<T>(
  tasks: readonly T[],
  preview: (task: T) => TaskPreview,
): Promise<readonly TaskPreview[]> {
  const shown: TaskPreview[] = [];
  for (const task of tasks) {
    shown.push(preview(task));
    await turn();
  }
  return shown;
}

function wrongSamples(target: 'database' | 'file', dto: PreviewDto): Record<string, string | null> {
  return target === 'file'
    ? { connection: isGiven(dto.connection) ? 'Rulesets for files are tried on records or documents.' : null }
    : { documents: isGiven(dto.documents) ? 'Only rulesets for files are tried on documents.' : null };
}

function isGiven(field: unknown): boolean {
  return field !== null && field !== undefined;
}

function oneOf(fields: readonly unknown[], message: string): string | null {
  return fields.filter(isGiven).length === 1 ? null : message;
}

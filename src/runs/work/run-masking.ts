import { Injectable } from '@nestjs/common';
import type { RemoteDetector } from '../../adapters/ai-engine/index.js';
import { SecretBox } from '../../common/crypto/secret-box.js';
import { compileTableMask, deriveRunKey, readRuleset } from '../../engine/index.js';
import type {
  CompileResult,
  MaskTableTask,
  MaskingContext,
  Problem,
  Ruleset,
  Task,
} from '../../engine/index.js';
import { InstallationService } from '../../installation/installation.service.js';
import { AiEngine } from '../../rulesets/ai-engine.js';
import { librarySource } from '../../rulesets/ruleset-sources.js';
import { SeedFilesService } from '../../rulesets/seed-files.service.js';
import { rowTask } from '../keys/key-rules.js';
import type { LiveTable } from './live-table.js';
import { PartitionFailure } from './partition-failure.js';
import { RowNumber } from './row-number.js';
import { SECRET_CONTEXT } from '../run-secret.js';
import type { Run } from '../run.entity.js';

/** Runs whose parsed rulesets one worker keeps: as many as it is likely to work on at the same time. */
const KEPT = 8;

/** A mask with the detector that it asks: see `maskTold`. Null: it asks none from outside. */
export interface ToldCompileResult extends CompileResult {
  readonly detector: RemoteDetector | null;
  /** Told before each row is masked. */
  readonly rowNumber: RowNumber;
}

export interface ToldContext {
  readonly context: MaskingContext;
  /** Null: masks ask none from outside. */
  readonly detector: RemoteDetector | null;
}

/** Turns what a run has frozen (ruleset text, secret, time) into what the engine works with. */
@Injectable()
export class RunMasking {
  private readonly parsed = new Map<number, Promise<{ ruleset: Ruleset; problems: readonly Problem[] }>>();

  constructor(
    private readonly seedFiles: SeedFilesService,
    private readonly secretBox: SecretBox,
    private readonly installation: InstallationService,
    private readonly engine: AiEngine,
  ) {}

  /** The run's ruleset and the warnings about it. Throws `PartitionFailure` when it cannot be run. */
  ruleset(run: Run): Promise<{ ruleset: Ruleset; problems: readonly Problem[] }> {
    let found = this.parsed.get(run.id);
    if (found === undefined) {
      found = this.parse(run);
      found.catch(() => this.parsed.delete(run.id));
      this.parsed.set(run.id, found);
      if (this.parsed.size > KEPT) {
        this.parsed.delete(this.parsed.keys().next().value!);
      }
    }
    return found;
  }

  async task<K extends Task['kind']>(run: Run, path: string, kind: K): Promise<Extract<Task, { kind: K }>> {
    const task = await this.node(run, path);
    if (task?.kind !== kind) {
      throw new PartitionFailure('no_task', `The ruleset has no ${kind} task at ${path}.`);
    }
    return task as Extract<Task, { kind: K }>;
  }

  /** A task by its path. */
  async node(run: Run, path: string): Promise<Task | undefined> {
    const { ruleset } = await this.ruleset(run);
    return flatTasks(ruleset.tasks).find((candidate) => candidate.path === path);
  }

  async context(run: Run): Promise<MaskingContext> {
    const { ruleset } = await this.ruleset(run);
    if (run.sealedSecret === null) {
      throw new PartitionFailure('no_secret', 'The run has ended.');
    }
    const secret = this.secretBox.open(run.sealedSecret, SECRET_CONTEXT);
    const instanceSecret = run.options.disableInstanceSecret
      ? null
      : await this.installation.instanceSecret();
    return {
      runKey: deriveRunKey(secret, instanceSecret),
      repeatable: run.repeatable,
      nowMs: run.maskingTime.getTime(),
      seedFiles: await this.seedFiles.load(ruleset.seedFiles),
    };
  }

  /** Everything that fixes what masks draw, with the detector that they ask: see `maskTold`. */
  async toldContext(run: Run): Promise<ToldContext> {
    const detector = await this.engine.detector();
    const engine = detector === null ? {} : { entityDetector: detector };
    return { context: { ...(await this.context(run)), ...engine }, detector };
  }

  /** What is masked row by row: rules for unique values are left to `rewrite_keys`. */
  async compile(run: Run, task: MaskTableTask, table: LiveTable): Promise<ToldCompileResult> {
    const told = await this.toldContext(run);
    const rowNumber = new RowNumber();
    const context = {
      ...told.context,
      dealsColumns: true,
      rowOrdinals: rowNumber,
      // where triggers may put old values back, these are compared
      readsNeededOnly: table.description.updateTriggers.length === 0,
    };
    const compiled = compileTableMask(rowTask(task, table), table.shape, context);
    return { ...compiled, detector: told.detector, rowNumber };
  }

  private async parse(run: Run): Promise<{ ruleset: Ruleset; problems: readonly Problem[] }> {
    const seedCatalog = await this.seedFiles.catalog();
    const { ruleset, problems } = readRuleset(run.rulesetText, {
      target: run.maskType === 'database' ? 'database' : 'file',
      seedCatalog,
      locality: run.rulesetSources.locality,
      libraries: librarySource(run.rulesetSources),
    });
    if (ruleset === null) {
      const first = problems.find((problem) => problem.severity === 'error');
      throw new PartitionFailure(
        'invalid_ruleset',
        first === undefined ? 'The ruleset is not valid.' : said(first),
      );
    }
    return { ruleset, problems };
  }
}

/** All tasks in document order, parents before their children. */
export function flatTasks(tasks: readonly Task[]): readonly Task[] {
  return tasks.flatMap((task) =>
    task.kind === 'parallel' || task.kind === 'serial' ? [task, ...flatTasks(task.tasks)] : [task],
  );
}

/** A problem as one line of the log. */
export function said(problem: Problem): string {
  // A fault in a library says by itself where that is.
  const { at, message } = problem;
  return at.library === undefined ? `line ${at.line}, column ${at.column}: ${message}` : message;
}

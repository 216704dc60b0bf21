import { InvalidInputError } from '../common/errors/domain-error.js';
import {
  compileRecordMask,
  readInFlightRuleset,
  type EntityDetector,
  type InFlightRuleset,
  type MaskingContext,
  type Problem,
  type SeedCatalog,
  type SeedTable,
} from '../engine/index.js';
import type { IfmLogMessage } from './log-levels.js';

/** Problems that one answer tells of; more would not be read. */
const MAX_TOLD = 10;

/** Where masks find their values of replacement. */
export interface SeedSource {
  catalog(): Promise<SeedCatalog>;
  load(names: readonly string[]): Promise<ReadonlyMap<string, SeedTable>>;
}

/** A ruleset that masks can be made of, and what was said about it. */
export interface PlanSetUp {
  readonly ruleset: InFlightRuleset;
  readonly seedFiles: ReadonlyMap<string, SeedTable>;
  readonly logs: readonly IfmLogMessage[];
}

/** Reads and compiles the ruleset of a plan. Throws `InvalidInputError` that names the faults and their places. */
export async function setUpPlan(
  rulesetYaml: string,
  seeds: SeedSource,
  detector: EntityDetector | null,
): Promise<PlanSetUp> {
  const { ruleset, problems } = readInFlightRuleset(rulesetYaml, { seedCatalog: await seeds.catalog() });
  if (ruleset === null) {
    throw invalidRuleset(problems);
  }
  const seedFiles = await seeds.load(ruleset.seedFiles);
  const compiled = compileRecordMask(ruleset, trialContext(seedFiles, detector));
  if (compiled.mask === null) {
    throw invalidRuleset(compiled.problems);
  }
  return { ruleset, seedFiles, logs: logsOf(ruleset, [...problems, ...compiled.problems]) };
}

/** Nothing is masked under it: it only shows what the compiler says. */
function trialContext(
  seedFiles: ReadonlyMap<string, SeedTable>,
  detector: EntityDetector | null,
): MaskingContext {
  const engine = detector === null ? {} : { entityDetector: detector };
  return { runKey: new Uint8Array(32), repeatable: true, nowMs: Date.now(), seedFiles, ...engine };
}

function logsOf(ruleset: InFlightRuleset, problems: readonly Problem[]): IfmLogMessage[] {
  const timestamp = new Date().toISOString();
  const count = ruleset.rules.length;
  const warnings = problems.filter(({ severity }) => severity === 'warning').map(placed);
  return [
    ...[...new Set(warnings)].map((message) => ({ logLevel: 'WARNING' as const, message, timestamp })),
    {
      ...{ logLevel: 'INFO' as const, timestamp },
      message: `The ruleset is ready: ${count} ${count === 1 ? 'rule' : 'rules'}.`,
    },
  ];
}

function invalidRuleset(problems: readonly Problem[]): InvalidInputError {
  const errors = problems.filter(({ severity }) => severity === 'error').map(placed);
  const more = errors.length > MAX_TOLD ? [`And ${errors.length - MAX_TOLD} more.`] : [];
  return new InvalidInputError(
    ['The ruleset is not valid.', ...errors.slice(0, MAX_TOLD), ...more].join(' '),
  );
}

/** `Line 3, column 9 (rules[0].masks[0].type): Unknown mask …` */
function placed({ message, path, at }: Problem): string {
  const place = `Line ${at.line}, column ${at.column}`;
  return `${place}${path === '' ? '' : ` (${path})`}: ${message}`;
}

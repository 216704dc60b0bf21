import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DATABASE_ADAPTERS } from '../adapters/databases/index.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { SecretBox } from '../common/crypto/secret-box.js';
import { InvalidInputError, NotAllowedError } from '../common/errors/domain-error.js';
import { currentTraceParent } from '../common/tracing/tracing.js';
import { assertFields } from '../common/validation/assert-fields.js';
import { ConnectionsService } from '../connections/connections.service.js';
import type { RunConnection } from '../connections/run-connection.js';
import { LicenseState } from '../license/license-state.js';
import { RulesetsService } from '../rulesets/rulesets.service.js';
import type { RunRuleset } from '../rulesets/run-ruleset.js';
import { destinationProblem, sourceProblem } from './files/run-ends.js';
import { readRunOptions } from './run-options.js';
import type { RunOptions } from './run-options.js';
import { newRunSecret, SECRET_CONTEXT } from './run-secret.js';
import { Run } from './run.entity.js';
import type { RunMaskType } from './run.entity.js';
import { targetKey } from './ledger/target-key.js';

/** What the caller wants, with the names that the caller used. */
export interface RunWish {
  readonly name: string | null;
  readonly connectionField: 'source_connection' | 'connection';
  readonly connectionId: string;
  /** Null: none was named. */
  readonly destinationId: string | null;
  readonly rulesetId: string;
  readonly maskType: 'database' | 'file' | null;
  readonly options: unknown;
  readonly isSubscribed: boolean;
}

export interface NewRun {
  readonly run: Run;
  /** Null: the caller gave it and knows it. */
  readonly generatedSecret: string | null;
}

/** A discovery by itself: the ruleset is written for it. */
export interface DiscoveryWish {
  readonly kind: 'schema' | 'file';
  readonly connectionId: string;
  readonly rulesetName: string;
  readonly rulesetText: string;
  /** As `options` of runs. */
  readonly options: unknown;
}

interface RunFacts {
  readonly name: string;
  readonly maskType: RunMaskType;
  readonly connection: RunConnection;
  readonly destination: RunConnection | null;
  readonly ruleset: Pick<RunRuleset, 'name' | 'configYaml' | 'sources'> & { readonly id: string | null };
  readonly options: RunOptions;
  readonly runSecret: string | null;
  readonly isSubscribed: boolean;
}

/** A wish that can be fulfilled. */
interface CheckedWish {
  readonly connection: RunConnection;
  readonly destination: RunConnection | null;
  readonly ruleset: RunRuleset;
  readonly options: RunOptions;
  readonly runSecret: string | null;
}

/** Checks a wish and freezes everything that the run will depend on. */
@Injectable()
export class RunCreation {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly rulesets: RulesetsService,
    private readonly secretBox: SecretBox,
    private readonly license: LicenseState,
  ) {}

  /** What a run depends on, as it is now. Throws `InvalidInputError` and `NotAllowedError`. */
  async check(manager: EntityManager, wish: RunWish): Promise<CheckedWish> {
    this.assertLicensed();
    const { options, runSecret, messages } = readRunOptions(wish.options);
    const connection = await this.connections.forRun(wish.connectionId, manager);
    const destination = await this.destinationOf(wish, manager);
    const ruleset = await this.rulesets.forRun(wish.rulesetId, manager);
    if (connection === null || ruleset === null) {
      throw new InvalidInputError({
        ...(messages.length === 0 ? {} : { options: messages }),
        ...(connection === null ? { [wish.connectionField]: ['There is no such connection.'] } : {}),
        ...(ruleset === null ? { ruleset: ['There is no such ruleset.'] } : {}),
      });
    }
    assertFields({
      [wish.connectionField]: connectionProblem(connection, options),
      mask_type: maskTypeProblem(wish, connection),
      destination_connection: destinationProblem(connection, destination),
      options: [...messages, ...databaseOnly(options, connection)],
      ruleset: rulesetProblem(ruleset, connection),
    });
    return { connection, destination: destination ?? null, ruleset, options, runSecret };
  }

  async create(manager: EntityManager, wish: RunWish, user: AuthenticatedUser): Promise<NewRun> {
    const { connection, destination, ruleset, options, runSecret } = await this.check(manager, wish);
    return this.store(manager, user, {
      name: wish.name ?? `${ruleset.name} on ${connection.name}`.slice(0, 255),
      ...{ connection, destination, ruleset, options, runSecret, maskType: connection.maskType },
      isSubscribed: wish.isSubscribed,
    });
  }

  /** A run that looks and changes nothing, by a ruleset of its own: connections for reading alone will do. */
  async createDiscovery(manager: EntityManager, wish: DiscoveryWish, user: AuthenticatedUser): Promise<Run> {
    this.assertLicensed();
    const connection = await this.connections.forRun(wish.connectionId, manager);
    if (connection === null) {
      throw new InvalidInputError({ connection: ['There is no such connection.'] });
    }
    assertFields({ connection: discoveryProblem(wish, connection) });
    const { options, messages } = readRunOptions(wish.options);
    assertFields({ options: messages[0] ?? null });
    const { rulesetName, rulesetText } = wish;
    const sources = { locality: 'US', libraries: [] };
    const { run } = await this.store(manager, user, {
      name: `${rulesetName} on ${connection.name}`.slice(0, 255),
      ...{ connection, destination: null, options, runSecret: null, isSubscribed: false },
      ruleset: { id: null, name: rulesetName, configYaml: rulesetText, sources },
      maskType: wish.kind === 'file' ? 'file_data_discovery' : 'database',
    });
    return run;
  }

  private assertLicensed(): void {
    const refusal = this.license.refusal();
    if (refusal !== null) {
      throw new NotAllowedError(refusal);
    }
  }

  private async store(manager: EntityManager, user: AuthenticatedUser, facts: RunFacts): Promise<NewRun> {
    const { name, connection, destination, ruleset, options, runSecret, isSubscribed, maskType } = facts;
    const secret = runSecret ?? newRunSecret();
    const run = await manager.save(
      manager.create(Run, {
        name,
        status: 'queued',
        maskType,
        connectionId: connection.id,
        connectionName: connection.name,
        ...endsOf(connection, destination),
        rulesetId: ruleset.id,
        rulesetName: ruleset.name,
        rulesetText: ruleset.configYaml,
        rulesetSources: ruleset.sources,
        options,
        sealedSecret: this.secretBox.seal(secret, SECRET_CONTEXT),
        repeatable: runSecret !== null,
        maskingTime: new Date(),
        progressTable: null,
        errorMessage: null,
        startedBy: user.id,
        isSubscribed,
        traceParent: currentTraceParent(),
        startTime: null,
        endTime: null,
      }),
    );
    run.runHash = createHash('sha256').update(`${run.id}\n${run.rulesetText}`).digest('hex');
    await manager.update(Run, { id: run.id }, { runHash: run.runHash });
    return { run, generatedSecret: runSecret === null ? secret : null };
  }

  /** Null: none was named. Undefined: there is none of that name. */
  private async destinationOf(
    { destinationId }: RunWish,
    manager: EntityManager,
  ): Promise<RunConnection | null | undefined> {
    return destinationId === null
      ? null
      : ((await this.connections.forRun(destinationId, manager)) ?? undefined);
  }
}

/** Where the run writes; databases are masked where they are. */
function endsOf(
  connection: RunConnection,
  destination: RunConnection | null,
): Pick<Run, 'destinationId' | 'destinationName' | 'targetKey'> {
  return destination === null
    ? { destinationId: null, destinationName: '', targetKey: targetKey(connection) }
    : {
        ...{ destinationId: destination.id, destinationName: destination.name },
        targetKey: targetKey(destination),
      };
}

function connectionProblem(connection: RunConnection, options: RunOptions): string | null {
  if (connection.maskType === 'file') {
    return sourceProblem(connection);
  }
  if (DATABASE_ADAPTERS[connection.dbType] === undefined) {
    return `Databases of the type "${connection.dbType}" are not supported yet.`;
  }
  if (connection.isReadOnly && !options.dryRun) {
    return `The connection "${connection.name}" is read-only: only a dry run is possible on it.`;
  }
  return null;
}

function discoveryProblem({ kind }: DiscoveryWish, { maskType, dbType }: RunConnection): string | null {
  if (kind === 'file') {
    return maskType === 'file' ? null : 'This is a connection to a database: discover its schema instead.';
  }
  return maskType === 'database' && DATABASE_ADAPTERS[dbType] !== undefined
    ? null
    : `Schema discovery does not support connections of the type "${dbType}".`;
}

function maskTypeProblem(wish: RunWish, connection: RunConnection): string | null {
  return wish.maskType === null || wish.maskType === connection.maskType
    ? null
    : `The connection masks a ${connection.maskType}.`;
}

/** Wishes that mean nothing for files. */
function databaseOnly(
  { requireCoverage, writeMode }: RunOptions,
  { maskType }: RunConnection,
): readonly string[] {
  if (maskType === 'database') {
    return [];
  }
  const coverage = 'require_coverage is for databases: what a ruleset leaves of files is not told.';
  return [
    ...(requireCoverage === 'off' ? [] : [coverage]),
    ...(writeMode === 'in_place' ? [] : ['write_mode is for databases: files are always written anew.']),
  ];
}

/** Clients know these answers by their first words. */
function rulesetProblem(ruleset: RunRuleset, connection: RunConnection): string | null {
  const name = `the ruleset "${ruleset.name}"`;
  if (ruleset.maskType !== connection.maskType) {
    return `Cannot start run: ${name} is for masking a ${ruleset.maskType}, the connection is for a ${connection.maskType}.`;
  }
  if (ruleset.validationStatus === 'in_progress') {
    return `Cannot start run: ${name} is still being validated. Try again in a moment.`;
  }
  if (ruleset.validationStatus === 'invalid') {
    const [first, ...others] = ruleset.validationErrors;
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    const library = first === undefined ? null : libraryAtFault(first, ruleset);
    if (library !== null) {
      return `Cannot start run: Library "${library}" keeps ${name} from being valid: ${first?.message}${more}`;
    }
    const reason = first === undefined ? '' : `: ${said(first)}${more}`;
    return `Cannot start run: ${name} is not valid${reason}`;
  }
  const unsupported = ruleset.validationWarnings.find(({ code }) => code === 'not_supported_yet');
  return unsupported === undefined ? null : `Cannot start run: ${name}: ${said(unsupported)}`;
}

/** The library that is missing or not valid itself; null: the fault is another. */
function libraryAtFault(
  { type, path }: RunRuleset['validationErrors'][number],
  { imports }: RunRuleset,
): string | null {
  if (type !== 'library_missing' && type !== 'library_invalid') {
    return null;
  }
  const index = Number(/\[(\d+)\]$/.exec(path)?.[1]);
  return imports[index] ?? '';
}

/** A finding as one sentence; what is wrong in a library says by itself where. */
function said({ library, line, column, message }: RunRuleset['validationErrors'][number]): string {
  return library === undefined ? `line ${line}, column ${column}: ${message}` : message;
}

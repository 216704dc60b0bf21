import { Injectable } from '@nestjs/common';
import { DATABASE_ADAPTERS, DatabaseError } from '../../adapters/databases/index.js';
import { InvalidInputError, NotFoundError } from '../../common/errors/domain-error.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import type { RunConnection } from '../../connections/run-connection.js';
import { readRuleset } from '../../engine/index.js';
import type { Ruleset } from '../../engine/index.js';
import { librarySource } from '../../rulesets/ruleset-sources.js';
import { RulesetsService } from '../../rulesets/rulesets.service.js';
import { Coverage } from './coverage.js';
import { toCoverageResponse } from './dto/coverage.response.js';
import type { CoverageResponse } from './dto/coverage.response.js';

/** Shows what a ruleset leaves unmasked, and how the database has changed since its discovery. */
@Injectable()
export class CoverageService {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly rulesets: RulesetsService,
    private readonly coverage: Coverage,
  ) {}

  async of(connectionId: string, rulesetId: string): Promise<CoverageResponse> {
    const connection = await this.connections.forRun(connectionId);
    if (connection === null) {
      throw new NotFoundError();
    }
    const ruleset = await this.ruleset(rulesetId);
    const compared = await this.compare(connection, ruleset);
    if (compared === null) {
      throw new NotFoundError('There is no complete schema discovery of this connection. Run one first.');
    }
    return toCoverageResponse({ connectionId, rulesetId, ...compared });
  }

  private async compare(
    { id, maskType, dbType, settings }: RunConnection,
    ruleset: Ruleset,
  ): ReturnType<Coverage['of']> {
    const adapter = maskType === 'database' ? DATABASE_ADAPTERS[dbType] : undefined;
    if (adapter === undefined) {
      const of =
        maskType === 'database' ? `a database of the type ${dbType}, which cannot be discovered` : 'files';
      const message = `This is a connection to ${of}. Coverage compares the tables of a database with a ruleset: name a connection to a database with a complete schema discovery.`;
      throw new InvalidInputError(message);
    }
    try {
      const session = await adapter.open({ ...settings, readOnly: true }, 'vizard coverage');
      try {
        return await this.coverage.of(id, ruleset, session);
      } finally {
        await session.close();
      }
    } catch (error) {
      if (error instanceof DatabaseError) {
        throw new InvalidInputError(`The database cannot be looked at: ${error.message}`);
      }
      throw error;
    }
  }

  private async ruleset(id: string): Promise<Ruleset> {
    const found = await this.rulesets.forRun(id);
    if (found?.maskType !== 'database') {
      const message = found === null ? 'There is no such ruleset.' : 'It is a ruleset for files.';
      throw new InvalidInputError({ ruleset: [message] });
    }
    const { ruleset } = readRuleset(found.configYaml, {
      ...{ target: 'database', locality: found.sources.locality, libraries: librarySource(found.sources) },
    });
    if (ruleset === null) {
      throw new InvalidInputError({ ruleset: ['It is not valid.'] });
    }
    return ruleset;
  }
}

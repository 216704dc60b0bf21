import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { DatabaseSession } from '../../adapters/databases/index.js';
import { readRuleset } from '../../engine/index.js';
import { MailOutboxService } from '../../mail/mail-outbox.service.js';
import { librarySource } from '../../rulesets/ruleset-sources.js';
import { RulesetsService } from '../../rulesets/rulesets.service.js';
import type { PartitionJob } from '../../runs/work/partition-job.js';
import { coverOf } from '../ruleset-cover.js';
import type { ColumnPlace } from './coverage-report.js';

type Run = PartitionJob['run'];

/** Tells by mail of columns that a discovery flags for the first time and that no ruleset masks. */
@Injectable()
export class UncoveredNews {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly rulesets: RulesetsService,
    private readonly outbox: MailOutboxService,
  ) {}

  /** Such columns, before the former discovery is forgotten; empty where nobody wants to know. */
  async find(run: Run, session: DatabaseSession): Promise<readonly ColumnPlace[]> {
    if (!(await this.isWanted())) {
      return [];
    }
    let open = await this.flaggedFirst(run);
    for (const { id, maskType } of await this.rulesets.index()) {
      if (open.length === 0) {
        break;
      }
      const found = maskType === 'database' ? await this.rulesets.forRun(id) : null;
      const { ruleset } =
        found === null
          ? { ruleset: null }
          : readRuleset(found.configYaml, {
              ...{ target: 'database', locality: found.sources.locality },
              libraries: librarySource(found.sources),
            });
      if (ruleset !== null) {
        const cover = await coverOf(ruleset, session);
        open = open.filter(
          ({ schema, table, column }) =>
            cover.linesOf(schema, table, column).length === 0 && !cover.isEmptied(schema, table),
        );
      }
    }
    return open;
  }

  /** Within the transaction that shows the results; workers send what it stores. */
  async post(run: Run, columns: readonly ColumnPlace[], manager: EntityManager): Promise<void> {
    const names = columns.map(({ schema, table, column }) => `${schema}.${table}.${column}`);
    const { connectionName, id: runId } = run;
    await this.outbox.postUncoveredColumns({ connectionName, runId, columns: names }, manager);
  }

  private async isWanted(): Promise<boolean> {
    const found: unknown[] = await this.dataSource.query(
      'SELECT 1 FROM user_account WHERE is_active AND is_subscribed_to_sdd_updates LIMIT 1',
    );
    return found.length > 0;
  }

  private flaggedFirst({ id, connectionId }: Run): Promise<ColumnPlace[]> {
    return this.dataSource.query(
      `WITH flagged AS (
         SELECT result.run_id, found.schema_name AS schema, found.table_name AS "table", result.column_name AS "column"
         FROM discovery_result AS result JOIN discovery_table AS found ON found.id = result.table_id
         WHERE found.kind IN ('table', 'partitioned_table')
           AND jsonb_path_exists(result.matches, '$[*] ? (@.label != null)'))
       SELECT schema, "table", "column" FROM flagged WHERE run_id = $1
       EXCEPT
       SELECT schema, "table", "column" FROM flagged JOIN discovery ON discovery.run_id = flagged.run_id
         AND discovery.connection_id = $2 AND discovery.kind = 'schema' AND discovery.finished_time IS NOT NULL
       ORDER BY 1, 2, 3`,
      [id, connectionId],
    );
  }
}

import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DEALT_KEY, DEALT_VALUE } from '../../adapters/databases/index.js';
import type { BuiltTable, DatabaseSession, TableScan } from '../../adapters/databases/index.js';
import type { CompiledTableMask, MaskTableTask, RowText } from '../../engine/index.js';
import { InstallationService } from '../../installation/installation.service.js';
import { targetClaim } from './cursor-keeper.js';
import type { LiveTable } from '../work/live-table.js';
import { readLiveTable } from '../work/live-table.js';
import { PartitionFailure } from '../work/partition-failure.js';
import { taskOf } from '../work/partition-job.js';
import type { PartitionJob } from '../work/partition-job.js';
import { info } from '../run-log-lines.js';
import { RunMasking } from '../work/run-masking.js';
import { changesOf, RunObjects } from '../remains/run-objects.js';
import { TargetAccess } from '../work/target-access.js';
import { scanFor } from './table-scan.js';

/** A mask that gives rows their dealt values, and the scan that feeds it. */
export interface DealtPlan {
  readonly mask: CompiledTableMask;
  readonly scan: TableScan;
}

/**
 * `secure_shuffle`: which row gets whose value is decided, for all rows at once, before the first row is written, and
 * kept in a table of the run's own. Rows then find their values there, whoever masks them and however often.
 */
@Injectable()
export class DealColumns {
  constructor(
    private readonly targets: TargetAccess,
    private readonly masking: RunMasking,
    private readonly objects: RunObjects,
    private readonly installation: InstallationService,
  ) {}

  async deal(job: PartitionJob, node: MaskTableTask): Promise<void> {
    const { run, partition } = job;
    const { id, title } = taskOf(job);
    const { runKey } = await this.masking.context(run);
    await this.targets.writing(job, async (session) => {
      const { table, mask } = await this.shaped(job, session, node);
      for (const [index, { column, position, pool }] of mask.shuffles.entries()) {
        const built = await this.tableOf(job, index);
        await this.objects.note(run.id, id, [{ kind: 'table', table: built }]);
        const claim = run.progressTable === null ? null : targetClaim(run.progressTable, partition.id);
        if (claim !== null) {
          await session.claimPartition(claim);
        }
        const label = JSON.stringify(['secure_shuffle', node.table, column]);
        const seed = createHmac('sha256', runKey).update(label).digest('hex');
        const scan = scanFor(table, node, mask);
        const order = { ...built, position, pool, scan, seed, maxRows: run.options.maxRows };
        const rows = await changesOf(session).dealColumn(claim, order);
        const said = rows === null ? 'had been dealt out before' : `the values of ${rows} rows are dealt out`;
        await job.log(info(`${title}: column "${column}": ${said}`));
      }
    });
  }

  /** What rows are masked by once values are dealt out. Dry runs deal nothing out. */
  async planned(job: PartitionJob, session: DatabaseSession, { mask, scan }: DealtPlan): Promise<DealtPlan> {
    if (!taskOf(job).dealsColumns || job.run.options.dryRun) {
      return { mask, scan };
    }
    const readColumns = [...scan.readColumns];
    const joins = [...(scan.joins ?? [])];
    for (const index of mask.shuffles.keys()) {
      const { name } = await this.tableOf(job, index);
      const dealt = await readLiveTable(session, { table: name, joins: [] });
      if (dealt === null) {
        throw new PartitionFailure('not_dealt', `The table "${name}" of this run does not exist any more.`);
      }
      const targetKey = scan.readColumns.slice(0, scan.keyCount).map((_, place) => {
        return dealt.find(`${DEALT_KEY}${place + 1}`)!;
      });
      const join = joins.length;
      joins.push({
        ...{ table: dealt.description.name, targetKey, order: targetKey, outer: true },
        ...{ source: null, sourceKey: scan.readColumns.slice(0, scan.keyCount) },
      });
      readColumns.push({ ...targetKey[0]!, join }, { ...dealt.find(DEALT_VALUE)!, join });
    }
    return { mask: dealing(mask, scan.readColumns.length), scan: { ...scan, readColumns, joins } };
  }

  private async shaped(
    job: PartitionJob,
    session: DatabaseSession,
    node: MaskTableTask,
  ): Promise<{ readonly table: LiveTable; readonly mask: CompiledTableMask }> {
    const table = await readLiveTable(session, node);
    const mask = table === null ? null : (await this.masking.compile(job.run, node, table)).mask;
    if (table === null || mask === null) {
      throw new PartitionFailure('table_changed', `The table ${node.table} no longer fits the ruleset.`);
    }
    return { table, mask };
  }

  private async tableOf(job: PartitionJob, index: number): Promise<BuiltTable> {
    const installation = (await this.installation.installationId()).replaceAll('-', '').slice(0, 12);
    const { id } = taskOf(job);
    return {
      name: `vizard_dealt_${installation}_${id}_${index + 1}`,
      marker: `Values dealt out by run ${job.run.id} of ${installation}; dropped at its end`,
    };
  }
}

/** What was dealt stands behind the columns of the mask: for each shuffle, whether there is any, and the value. */
function dealing(mask: CompiledTableMask, width: number): CompiledTableMask {
  const dealt = new Array<string | null | undefined>(mask.writeColumns.length).fill(undefined);
  const shuffles = mask.shuffles.map((shuffle, index) => ({ ...shuffle, given: width + 2 * index }));
  return {
    ...mask,
    maskRow: (row, out, tally) => {
      for (const { column, target, pool, given } of shuffles) {
        dealt[target] = pool(row) === null ? undefined : givenTo(row, given, column);
      }
      return mask.maskRow(row, out, tally, dealt);
    },
  };
}

function givenTo(row: RowText, given: number, column: string): string | null {
  if ((row[given] ?? null) === null) {
    const text = `a row was added or changed after the values of column "${column}" had been dealt out`;
    throw new PartitionFailure('not_dealt', text);
  }
  return row[given + 1] ?? null;
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Readable } from 'node:stream';
import type { DataSource } from 'typeorm';
import { ZipFile } from 'yazl';
import { NotFoundError } from '../common/errors/domain-error.js';
import type { Download } from '../common/http/download.js';
import { RunsService } from '../runs/runs.service.js';
import { DiscoveryResults } from './discovery-results.js';
import { DiscoveryService } from './discovery.service.js';
import { resultHeader, resultLine, sddReport } from './discovery-reports.js';
import { SddFinding } from './sdd-finding.entity.js';

/** Columns in one CSV; more are packed as numbered files: programs for tables take no more than about a million lines. */
const COLUMNS_PER_FILE = 100_000;

/** Writes reports on discoveries. */
@Injectable()
export class DiscoveryDownloads {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly runs: RunsService,
    private readonly discoveries: DiscoveryService,
    private readonly results: DiscoveryResults,
  ) {}

  /** All columns of a schema discovery, as CSV or as a zip of CSV files. */
  async columns(runId: number, withSelection: boolean): Promise<Download> {
    await this.discoveries.complete(runId);
    const count = await this.results.countColumns(runId);
    const name = `discovery-results-${runId}`;
    if (count <= COLUMNS_PER_FILE) {
      const stream = Readable.from(this.lines(runId, withSelection, { from: 0, to: Infinity }));
      return { fileName: `${name}.csv`, type: 'text/csv; charset=utf-8', stream };
    }
    const zip = new ZipFile();
    for (let from = 0; from < count; from += COLUMNS_PER_FILE) {
      const lines = this.lines(runId, withSelection, { from, to: from + COLUMNS_PER_FILE });
      const number = String(from / COLUMNS_PER_FILE + 1).padStart(3, '0');
      zip.addReadStreamLazy(`${name}-${number}.csv`, (give) => give(null, Readable.from(lines)));
    }
    zip.end();
    return { fileName: `${name}.zip`, type: 'application/zip', stream: zip.outputStream as Readable };
  }

  /** What the `run_data_discovery` task of a run told. */
  async sdd(runId: number): Promise<string> {
    const { has_sdd_report: isThere } = await this.runs.get(runId);
    if (!isThere) {
      throw new NotFoundError(
        'This run has no sensitive-data report: its ruleset has no run_data_discovery task, or that is not done.',
      );
    }
    const findings = await this.dataSource.manager.find(SddFinding, {
      where: { runId },
      order: { id: 'ASC' },
    });
    return sddReport(findings);
  }

  private async *lines(
    runId: number,
    withSelection: boolean,
    { from, to }: { readonly from: number; readonly to: number },
  ): AsyncGenerator<string> {
    yield resultHeader(withSelection);
    let place = 0;
    for await (const table of this.results.tables(runId)) {
      for (const column of table.columns) {
        if (place >= from && place < to) {
          yield resultLine(table, column, withSelection);
        }
        place += 1;
      }
      if (place >= to) {
        return;
      }
    }
  }
}

import { info, warning } from '../../runs/run-log-lines.js';
import type { LogLine } from '../../runs/run-log-lines.js';
import type { DiscoveredFile } from './discovered-file.js';

/** What a discovery of files came to. */
export class FileCounts {
  files = 0;
  /** Files that no filter names, or that one passes over. */
  notChosen = 0;
  otherTypes = 0;
  private fields = 0;
  private flagged = 0;
  private faulty = 0;
  private firstFault = '';

  add({ path, fields, problem }: DiscoveredFile): void {
    this.files += 1;
    this.fields += fields.length;
    this.flagged += fields.filter(({ matches }) => matches.some(({ label }) => label !== null)).length;
    if (problem !== null) {
      this.faulty += 1;
      this.firstFault ||= `"${path}": ${problem}`;
    }
  }

  lines(title: string): readonly LogLine[] {
    const found = `${this.files} files with ${this.fields} fields, of which ${this.flagged} are sensitive`;
    const left = `${this.otherTypes} of other types and ${this.notChosen} that were not asked for were left out`;
    const more = this.faulty > 1 ? ` (and ${this.faulty - 1} more: see the results)` : '';
    return [
      info(`${title}: ${found}; ${left}`),
      ...(this.faulty > 0 ? [warning('file_not_read', `${title}: ${this.firstFault}${more}`)] : []),
      ...(this.files === 0 ? [warning('no_files', `${title}: there is no file to look at`)] : []),
    ];
  }
}

import type { Writable } from 'node:stream';
import { maskTold } from '../../adapters/ai-engine/index.js';
import { delimitedFormat } from '../../adapters/formats/index.js';
import type {
  FileCounts,
  MaskWork,
  TabularMasker,
  TabularMaskerMaker,
} from '../../adapters/formats/index.js';
import { compileTabularMask } from '../../engine/index.js';
import type { MaskTabularFileTask, RowText } from '../../engine/index.js';
import { PartitionFailure } from '../partition-failure.js';
import { said } from '../run-masking.js';
import type { ToldContext } from '../run-masking.js';
import type { OpenedFile } from './opened-file.js';
import { columnsNamed } from './named-columns.js';
import { readableKind } from './run-file-kind.js';
import type { FileTask } from './run-file-kind.js';

/** How one masking of a file is watched and broken off. */
export type FileWork = Pick<MaskWork<unknown, unknown>, 'progress' | 'signal'>;

/** Masks the files of one task, one after another, each by the format that it has. */
export class FileMasker {
  constructor(
    private readonly task: FileTask,
    private readonly told: ToldContext,
  ) {}

  /** Reads the whole file and writes all of it to `sink`. Throws what `toldFailure` can tell. */
  async mask(file: OpenedFile, sink: Writable, work: FileWork): Promise<FileCounts> {
    const { task } = this;
    const readable = readableKind(task, file.path);
    if (readable.kind === null) {
      throw new PartitionFailure('unsupported', readable.reason);
    }
    if (task.kind === 'mask_tabular_file') {
      return this.maskTabular(task, file, sink, work);
    }
    throw new PartitionFailure('unsupported', 'Documents are not supported yet.');
  }

  private async maskTabular(
    task: MaskTabularFileTask,
    file: OpenedFile,
    sink: Writable,
    work: FileWork,
  ): Promise<FileCounts> {
    let seen = 0;
    const masker: TabularMaskerMaker = (columns) => {
      const { mask, problems } = compileTabularMask(task, { path: file.path, columns }, this.told.context);
      if (mask === null) {
        const errors = problems.filter(({ severity }) => severity === 'error');
        throw new PartitionFailure(errors[0]?.code ?? 'bad_columns', errors.map(said).join('; '));
      }
      const maskRows = (rows: readonly RowText[], first: number): (RowText | null)[] =>
        rows.map((cells, index) => mask.maskRow(cells, first + index));
      return {
        ...{ read: mask.read, write: mask.write },
        mask: (rows, first) => {
          seen += rows.length;
          return this.answered(() => maskRows(rows, first));
        },
      };
    };
    const { encoding, delimiter, quoteCharacter, nullText } = task;
    const counts = await delimitedFormat.mask(file, sink, {
      ...work,
      options: { encoding, delimiter, quoteCharacter, nullText, namedColumns: columnsNamed(task) },
      masker,
      scratch: () => file.scratch(),
    });
    assertAllSeen(counts, seen);
    return counts;
  }

  private answered(work: () => (RowText | null)[]): ReturnType<TabularMasker['mask']> {
    const { detector } = this.told;
    return detector === null ? work() : maskTold(detector, work);
  }
}

/** The last look before a file is shown: what the format counted must be what went through the masks. */
function assertAllSeen({ rows }: FileCounts, seen: number): void {
  if (rows !== seen) {
    const message = `The file was read as ${rows} rows, of which ${seen} went through the masks; it was not written.`;
    throw new PartitionFailure('rows_differ', message);
  }
}

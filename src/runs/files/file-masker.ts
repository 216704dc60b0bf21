import { Writable } from 'node:stream';
import { maskToldSoon } from '../../adapters/ai-engine/index.js';
import { objectsWithCompression } from '../../adapters/formats/index.js';
import type { FileCounts, MaskWork, ObjectFormat, TabularMaskerMaker } from '../../adapters/formats/index.js';
import { compileFileMask, compileTabularMask } from '../../engine/index.js';
import type {
  ColumnShape,
  CompiledFileMask,
  CompiledTabularMask,
  DocumentContent,
  MaskFileTask,
  MaskTabularFileTask,
  Problem,
  RowText,
} from '../../engine/index.js';
import { namesMask } from '../walk/mask-names.js';
import { PartitionFailure } from '../work/partition-failure.js';
import { said } from '../work/run-masking.js';
import type { ToldContext } from '../work/run-masking.js';
import { DealtColumns } from './dealt-columns.js';
import { documentMasker } from './document-masker.js';
import type { MaskTabular } from './file-formats.js';
import type { FileWarning, MaskedCounts } from './masked-counts.js';
import type { OpenedFile } from './opened-file.js';
import { inPlace, PlacedRecords } from './record-place.js';
import { fileReader } from './run-file-kind.js';
import type { FileTask } from './run-file-kind.js';

/** Types whose files hold many documents. */
const OF_RECORDS = /^(?:ndjson|avro)/;

/** How one masking of a file is watched and broken off. */
export type FileWork = Pick<MaskWork<never, never>, 'progress' | 'signal'>;

/** Masks the files of one task, one after another, each by the format that it has. */
export class FileMasker {
  private readonly documentMasks = new Map<DocumentContent, CompiledFileMask>();
  /** Files of one kind give the same cause to warn: it is told once. */
  private readonly warned = new Set<string>();

  constructor(
    private readonly task: FileTask,
    private readonly told: ToldContext,
  ) {}

  /** Reads the whole file and writes all of it to `sink`. Throws what `toldFailure` can tell. */
  mask(file: OpenedFile, sink: Writable, work: FileWork): Promise<MaskedCounts> {
    const { task } = this;
    const reader = fileReader(task, file.path);
    if (task.kind === 'mask_tabular_file' && reader.by === 'rows') {
      return this.maskTabular(task, reader.bind(task), { file, sink, work });
    }
    if (task.kind === 'mask_file' && reader.by === 'documents') {
      const format = objectsWithCompression(reader.format, reader.compression);
      const isOfRecords = OF_RECORDS.test(reader.type);
      return this.maskDocuments(task, { format, isOfRecords }, { file, sink, work });
    }
    throw new PartitionFailure('unsupported', 'reason' in reader ? reader.reason : 'The type is another.');
  }

  private async maskTabular(
    task: MaskTabularFileTask,
    mask: MaskTabular,
    { file, sink, work }: Target,
  ): Promise<MaskedCounts> {
    const dealt = namesMask(task.rules, 'secure_shuffle')
      ? await this.deal(task, mask, { file, sink, work })
      : null;
    let seen = 0;
    const warnings: FileWarning[] = [];
    const masker: TabularMaskerMaker = (columns) => {
      const compiled = this.compiled(task, file, columns);
      const { mask: rowMask } = compiled;
      warnings.push(...this.newTwins(compiled.problems));
      return {
        ...{ read: rowMask.read, write: rowMask.write },
        mask: (rows, first) => {
          seen += rows.length;
          let place = first;
          const maskRows = (): readonly (RowText | null)[] =>
            rows.map((cells, index) => {
              place = first + index;
              return rowMask.maskRow(cells, place, dealt?.given(rowMask, place));
            });
          return maskToldSoon(this.told.detector, () => inPlace('Row', () => place, maskRows));
        },
      };
    };
    const counts = await mask(file, sink, { ...work, masker, scratch: () => file.scratch() });
    assertAllSeen(counts, seen);
    return { ...counts, warnings };
  }

  /** Goes through the file once and decides which row gets whose values. */
  private async deal(
    task: MaskTabularFileTask,
    mask: MaskTabular,
    { file, work: { signal } }: Target,
  ): Promise<DealtColumns> {
    const dealt = new DealtColumns();
    const masker: TabularMaskerMaker = (columns) => {
      const { mask: rowMask } = this.compiled(task, file, columns);
      return {
        ...{ read: rowMask.read, write: rowMask.write },
        mask: (rows, first) =>
          rows.map((cells, index) => {
            dealt.note(rowMask, cells, first + index);
            return null;
          }),
      };
    };
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const progress = (): void => undefined;
    await mask(file, nowhere, { signal, progress, masker, scratch: () => file.scratch() });
    dealt.deal(this.told.context.runKey, file.path);
    return dealt;
  }

  private compiled(
    task: MaskTabularFileTask,
    { path }: OpenedFile,
    columns: readonly ColumnShape[],
  ): { readonly mask: CompiledTabularMask; readonly problems: readonly Problem[] } {
    const { mask, problems } = compileTabularMask(task, { path, columns }, this.told.context);
    return { mask: mask ?? refuse(problems), problems };
  }

  /** What only the columns of a file can tell; all else that is to be warned of is said when the run begins. */
  private newTwins(problems: readonly Problem[]): readonly FileWarning[] {
    const twins = problems.filter(
      ({ code, message }) => code === 'unmasked_twin' && !this.warned.has(message),
    );
    twins.forEach(({ message }) => this.warned.add(message));
    return twins.map((problem) => ({ code: problem.code, message: said(problem) }));
  }

  private maskDocuments(
    task: MaskFileTask,
    { format, isOfRecords }: { readonly format: ObjectFormat; readonly isOfRecords: boolean },
    { file, sink, work }: Target,
  ): Promise<FileCounts> {
    const documents = this.documentMask(task, format.content).forFile(file.path);
    const mask = isOfRecords ? new PlacedRecords(documents) : documents;
    return format.mask(file, sink, {
      ...work,
      options: { encoding: task.encoding },
      masker: documentMasker(mask, this.told.detector),
      scratch: () => file.scratch(),
    });
  }

  private documentMask(task: MaskFileTask, content: DocumentContent): CompiledFileMask {
    const known = this.documentMasks.get(content);
    if (known !== undefined) {
      return known;
    }
    const { mask, problems } = compileFileMask(task, content, this.told.context);
    const compiled = mask ?? refuse(problems);
    this.documentMasks.set(content, compiled);
    return compiled;
  }
}

interface Target {
  readonly file: OpenedFile;
  readonly sink: Writable;
  readonly work: FileWork;
}

function refuse(problems: readonly Problem[]): never {
  const errors = problems.filter(({ severity }) => severity === 'error');
  throw new PartitionFailure(errors[0]?.code ?? 'bad_rules', errors.map(said).join('; '));
}

/** The last look before a file is shown: what the format counted must be what went through the masks. */
function assertAllSeen({ rows }: FileCounts, seen: number): void {
  if (rows !== seen) {
    const message = `The file was read as ${rows} rows, of which ${seen} went through the masks; it was not written.`;
    throw new PartitionFailure('rows_differ', message);
  }
}

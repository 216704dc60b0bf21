import { Writable } from 'node:stream';
import { StorageError } from '../../adapters/storage/index.js';
import { BackOff } from '../ledger/back-off.js';
import { PartitionFailure, toldFailure } from '../work/partition-failure.js';
import type { PartitionJob } from '../work/partition-job.js';
import type { PartitionWatch, StopReason } from '../ledger/partition-watch.js';
import { isPassing } from '../work/store-errors.js';
import type { RunStores } from './file-access.js';
import type { FileMasker } from './file-masker.js';
import type { FileEnd } from './file-queue.js';
import { OpenedFile } from './opened-file.js';
import type { RunFile } from './run-file.entity.js';
import type { MaskedCounts } from './masked-counts.js';

/** The work should end before the file was done; nothing of it is left. */
export interface FileStopped {
  readonly status: 'stopped';
}

/** What all files of one lane share. */
export interface LaneWork {
  readonly job: PartitionJob;
  readonly stores: RunStores;
  readonly masker: FileMasker;
  /** Something hidden is left of a file that failed. */
  readonly noteLeft: () => Promise<void>;
  /** Waits until larger files that are written beside it are done. False: there are none. */
  readonly awaitLarger: (file: RunFile) => Promise<boolean>;
}

/** Breaks off whatever waits for a stream. */
class WorkStopped extends Error {
  constructor(readonly reason: StopReason) {
    super('The work on the file should end.');
  }
}

/**
 * Masks one file from its beginning, and again where a storage asks for patience. The destination shows it as a whole,
 * after everything that can be known to be wrong with it was looked at, or not at all.
 */
export async function maskOneFile(lane: LaneWork, file: RunFile): Promise<FileEnd | FileStopped> {
  const { watch } = lane.job;
  const before = { ...watch.rows };
  const attempts = new FileAttempts(lane, file);
  while (!isStopped(watch)) {
    Object.assign(watch.rows, before);
    try {
      const counts = await attempt(lane, file);
      return { status: 'finished', counts };
    } catch (error) {
      const end = isStopped(watch) ? null : await attempts.afterFailure(error);
      if (end !== null) {
        Object.assign(watch.rows, before);
        return end;
      }
    }
  }
  Object.assign(watch.rows, before);
  return { status: 'stopped' };
}

function isStopped({ stopReason }: PartitionWatch): boolean {
  return stopReason !== null;
}

/** Whether a file that failed is tried again. */
class FileAttempts {
  private readonly backOff: BackOff;
  private hasWaitedForSpace = false;

  constructor(
    private readonly lane: LaneWork,
    private readonly file: RunFile,
  ) {
    this.backOff = new BackOff(lane.job.watch, () => 0);
  }

  /** Null: to be tried again, or the work should end. Throws what is no fault of the file. */
  async afterFailure(error: unknown): Promise<FileEnd | null> {
    if (isFull(error) && !this.hasWaitedForSpace) {
      this.hasWaitedForSpace = true;
      if (await this.lane.awaitLarger(this.file)) {
        return null;
      }
    }
    try {
      await this.backOff.afterError(error);
      return null;
    } catch (final) {
      const told = isPassing(final) ? null : toldFailure(final);
      if (told === null) {
        throw final;
      }
      return { status: 'failed', ...told };
    }
  }
}

/** What fills a storage may be the half of a larger file that does not fit and is removed again. */
function isFull(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'no_space';
}

async function attempt(lane: LaneWork, file: RunFile): Promise<MaskedCounts> {
  const { job, stores, masker } = lane;
  const { watch, run } = job;
  const abort = new AbortController();
  const forget = watch.onStop((reason) => abort.abort(new WorkStopped(reason)));
  const opened = await open(lane, file, abort.signal).catch((error: unknown) => {
    forget();
    throw error;
  });
  try {
    await assertElsewhere(stores, file.path);
    const start = { ...watch.rows };
    const progress = (rows: number, bytesRead: number): void => {
      watch.rows.rowsRead = start.rowsRead + rows;
      watch.rows.bytesRead = start.bytesRead + Math.min(bytesRead, file.size);
    };
    const into = run.options.dryRun
      ? await discard(opened, (sink) => masker.mask(opened, sink, { progress, signal: abort.signal }))
      : await write(lane, opened, {
          fill: (sink) => masker.mask(opened, sink, { progress, signal: abort.signal }),
          signal: abort.signal,
        });
    progress(into.rows, file.size);
    watch.rows.rowsWritten = start.rowsWritten + into.rowsMasked;
    return into;
  } finally {
    forget();
    await opened.close();
  }
}

/** A storage that does not answer keeps nobody from stopping. */
async function open({ job, stores }: LaneWork, file: RunFile, signal: AbortSignal): Promise<OpenedFile> {
  const opening = OpenedFile.open(stores.source, file, signal);
  const opened = await job.watch.orStop(opening);
  if (opened === null) {
    void opening.then(
      (late) => late.close(),
      () => undefined,
    );
    throw new WorkStopped(job.watch.stopReason ?? 'stop');
  }
  return opened;
}

type Fill = (sink: Writable) => Promise<MaskedCounts>;

/** Nobody sees the file before the last step. */
async function write(
  { job, stores, noteLeft }: LaneWork,
  opened: OpenedFile,
  { fill, signal }: { readonly fill: Fill; readonly signal: AbortSignal },
): Promise<MaskedCounts> {
  const writer = await stores.destination.create(opened.path, opened.traits, signal);
  try {
    const counts = await fill(writer.body);
    await opened.assertUnchanged();
    await assertOurs(job);
    await writer.complete();
    return counts;
  } catch (error) {
    if (!(await writer.abandon())) {
      await noteLeft();
    }
    throw error;
  }
}

async function discard(opened: OpenedFile, fill: Fill): Promise<MaskedCounts> {
  const counts = await fill(new Writable({ write: (_chunk, _encoding, done) => done() }));
  await opened.assertUnchanged();
  return counts;
}

/** Nothing may be shown by a worker that is taken for dead, nor after a cancellation. */
async function assertOurs({ watch }: PartitionJob): Promise<void> {
  await watch.beat();
  if (watch.stopReason !== null) {
    throw new WorkStopped(watch.stopReason);
  }
}

/** Two connections may lead to one file, by links or nested folders: it would be replaced while it is read. */
async function assertElsewhere({ source, destination }: RunStores, path: string): Promise<void> {
  if ((await source.place(path)) === (await destination.place(path))) {
    const message = 'The source and the destination are one and the same file; it was left as it is.';
    throw new PartitionFailure('same_file', message);
  }
}

import { progressOf } from './run-progress.js';
import type { TaskSums } from './run-progress.js';

const at = (second: number): Date => new Date(1_700_000_000_000 + second * 1000);

const table = (more: Partial<TaskSums>): TaskSums => ({
  path: '0',
  kind: 'mask_table',
  title: 'mask_table "public"."people"',
  status: 'running',
  rowsTotal: 1000,
  rowsDone: 0,
  rowsMasked: 0,
  bytesTotal: null,
  bytesDone: 0,
  filesTotal: null,
  filesDone: 0,
  startTime: at(0),
  endTime: null,
  errorCode: null,
  errorMessage: null,
  columns: [],
  ...more,
});

describe('progressOf', () => {
  it('knows the time left of files by their bytes', () => {
    const files = table({ kind: 'mask_tabular_file', rowsTotal: null, rowsDone: 50 });
    const progress = progressOf(
      [{ ...files, bytesTotal: 1000, bytesDone: 250, filesTotal: 3, filesDone: 1 }],
      at(5),
    );
    expect(progress).toMatchObject({ bytesTotal: 1000, bytesDone: 250, filesTotal: 3, etaSeconds: 15 });
    expect(progress.tasks[0]).toMatchObject({ rowsTotal: null, rowsPerSecond: 10, etaSeconds: 15 });
  });

  it('knows rate and time left of a running table', () => {
    const progress = progressOf([table({ rowsDone: 250, rowsMasked: 200 })], at(5));
    expect(progress).toMatchObject({
      rowsTotal: 1000,
      rowsDone: 250,
      rowsMasked: 200,
      rowsPerSecond: 50,
      etaSeconds: 15,
    });
    expect(progress.tasks[0]).toMatchObject({ rowsPerSecond: 50, etaSeconds: 15 });
  });

  it('sums tables and leaves other tasks out', () => {
    const tasks = [
      table({ status: 'finished', rowsTotal: 90, rowsDone: 100, endTime: at(2) }),
      table({ status: 'pending', startTime: null, rowsTotal: 300 }),
      table({ kind: 'run_sql', status: 'finished', rowsTotal: null }),
    ];
    const progress = progressOf(tasks, at(2));
    expect(progress).toMatchObject({ rowsTotal: 400, rowsDone: 100, rowsPerSecond: 50, etaSeconds: 6 });
    expect(progress.tasks[2]).toMatchObject({ rowsTotal: null, rowsPerSecond: null, etaSeconds: null });
  });

  it('says nothing about rates before anything is done, and nothing about the time left at the end', () => {
    expect(progressOf([table({})], at(3))).toMatchObject({ rowsPerSecond: null, etaSeconds: null });
    expect(progressOf([], at(3))).toMatchObject({ rowsTotal: 0, rowsPerSecond: null, etaSeconds: null });
    const ended = progressOf([table({ status: 'finished', rowsDone: 1000, endTime: at(10) })], at(99));
    expect(ended).toMatchObject({ rowsPerSecond: 100, etaSeconds: null });
  });

  it('never shows a total below what is done', () => {
    expect(progressOf([table({ rowsDone: 1500 })], at(1)).rowsTotal).toBe(1500);
  });
});

import { parquetWriteBuffer } from 'hyparquet-writer';
import { gunzipSync, gzipSync } from 'node:zlib';
import { reportOf, runFilesToEnd, useFileStage } from '../support/file-stage.js';
import { viewParquet } from '../support/parquet-files.js';

const stage = useFileStage();

const SHUFFLE =
  '{column: band, skip: [""], masks: [{type: secure_shuffle}, {type: transform_case, transform: uppercase}]}';

function tasksOf(...rules: readonly string[]): string {
  const task =
    '  - type: mask_tabular_file\n    include: [{glob: "*.csv"}, {glob: "*.csv.gz"}, {glob: "*.parquet"}]\n';
  return `${task}    rules:\n${rules.map((rule) => `      - ${rule}\n`).join('')}`;
}

/** So many bands, all different; every tenth cell is empty. */
function bands(from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, row) => (row % 10 === 0 ? '' : `band-${from + row}`));
}

function csvOf(cells: readonly string[]): string {
  return `id,band,note\n${cells.map((cell, row) => `${row},${cell},"n ${row}"\n`).join('')}`;
}

function column(csv: string): readonly string[] {
  return csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1]!);
}

const upper = (cells: readonly string[]): readonly string[] => cells.map((cell) => cell.toUpperCase());

describe('secure_shuffle in tabular files', () => {
  it('deals the values of each file out among its rows, whatever the format', async () => {
    const pair = await stage.pair();
    const [csv, packed, parquet] = [bands(0, 5000), bands(10_000, 100), bands(20_000, 100)];
    pair.source.put('a.csv', csvOf(csv));
    pair.source.put('b.csv.gz', gzipSync(csvOf(packed)));
    const columnData = [
      { name: 'id', data: [...parquet.keys()], type: 'INT32' as const },
      { name: 'band', data: [...parquet], type: 'STRING' as const },
    ];
    pair.source.put('c.parquet', Buffer.from(parquetWriteBuffer({ columnData })));
    const run = await runFilesToEnd(stage.admin, { pair, tasks: tasksOf(SHUFFLE) });
    expect([run.status, run.error_message]).toEqual(['finished', null]);
    const results = [
      column(pair.destination.text('a.csv')),
      column(gunzipSync(pair.destination.bytes('b.csv.gz')).toString()),
      (await viewParquet(pair.destination.bytes('c.parquet'))).rows.map(({ band }) => String(band)),
    ];
    for (const [index, cells] of [csv, packed, parquet].entries()) {
      const dealt = results[index]!;
      expect([...dealt].sort()).toEqual([...upper(cells)].sort());
      expect(dealt).not.toEqual(upper(cells));
      // What is skipped neither gives nor gets.
      expect(dealt.flatMap((cell, row) => (cell === '' ? row : []))).toEqual(
        cells.flatMap((cell, row) => (cell === '' ? row : [])),
      );
    }
    // All other bytes stay.
    const masked = pair.destination.text('a.csv').replace(/,[^,]*,/g, ',,');
    expect(masked).toBe(csvOf(csv).replace(/,[^,]*,/g, ',,'));
    expect((await reportOf(stage.admin, run.id))[0]).toMatchObject({ rows: '5000', masked_values: '4500' });
  });

  it('deals within the rows of a condition, lets other rules see rows as they are, and repeats', async () => {
    const pair = await stage.pair();
    const cells = Array.from({ length: 200 }, (_, row) => `${row < 100 ? 'low' : 'high'}-${row}`);
    pair.source.put('a.csv', csvOf(cells));
    const rules = [
      '{if: [{column: id, less_than: 100}], rules: [{column: band, masks: [{type: secure_shuffle}]}]}',
      '{column: note, masks: [{type: from_column, source_column: band}]}',
    ];
    const order = { pair, tasks: tasksOf(...rules), options: { run_secret: 'sixteen letters and more' } };
    const once = await runFilesToEnd(stage.admin, order);
    expect([once.status, once.error_message]).toEqual(['finished', null]);
    const text = pair.destination.text('a.csv');
    const dealt = column(text);
    expect([...dealt.slice(0, 100)].sort()).toEqual([...cells.slice(0, 100)].sort());
    expect(dealt.slice(0, 100)).not.toEqual(cells.slice(0, 100));
    expect(dealt.slice(100)).toEqual(cells.slice(100));
    expect(text.trimEnd().split('\n').slice(1)).toEqual(
      cells.map((cell, row) => `${row},${dealt[row]!},"${cell}"`),
    );
    pair.destination.empty();
    await runFilesToEnd(stage.admin, order);
    expect(pair.destination.text('a.csv')).toBe(text);
  });

  it('asks conditions about the row as it was, although their column is dealt out', async () => {
    const pair = await stage.pair();
    const depts = Array.from({ length: 400 }, (_, row) => (row % 2 === 0 ? 'HR' : 'IT'));
    pair.source.put('a.csv', `dept,band\n${depts.map((dept, row) => `${dept},pay-${row}\n`).join('')}`);
    const rules = [
      '{column: dept, masks: [{type: secure_shuffle}]}',
      `{if: [{column: dept, equals: HR}], rules: [${SHUFFLE}]}`,
    ];
    const run = await runFilesToEnd(stage.admin, { pair, tasks: tasksOf(...rules) });
    expect([run.status, run.error_message]).toEqual(['finished', null]);
    const lines = pair.destination.text('a.csv').trimEnd().split('\n').slice(1);
    const rows = lines.map((line) => line.split(','));
    const [wasHr, wasIt] = [0, 1].map((rest) => rows.filter((_, row) => row % 2 === rest));
    const pay = (rest: number): readonly string[] =>
      [...depts.keys()].filter((row) => row % 2 === rest).map((row) => `pay-${row}`);
    expect(wasHr!.map(([, salary]) => salary).sort()).toEqual([...upper(pay(0))].sort());
    expect(wasIt!.map(([, salary]) => salary)).toEqual(pay(1));
    expect(rows.filter(([dept]) => dept === 'HR')).toHaveLength(200);
    expect(wasHr!.filter(([dept]) => dept === 'IT').length).toBeGreaterThan(50);
  });
});

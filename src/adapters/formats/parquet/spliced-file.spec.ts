import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { FOOTER, readFooter, structsAt } from './footer.js';
import { SplicedFile } from './spliced-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spliced-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('SplicedFile', () => {
  it('writes everything, also where one write takes a part only', async () => {
    const bytes = Buffer.from(parquetWriteBuffer({ columnData: [{ name: 's', data: ['a', 'b', 'c'] }] }));
    const source = await open(join(folder, 'from'), 'w+');
    const target = await open(join(folder, 'to'), 'wx');
    const whole = target.write.bind(target) as (piece: Buffer) => Promise<unknown>;
    Object.assign(target, { write: (piece: Buffer) => whole(piece.subarray(0, piece.length - 1)) });
    await source.appendFile(bytes);
    const footer = await readFooter(source, bytes.length);
    const file = await SplicedFile.begin(source, target, footer);
    for (const group of structsAt(footer, FOOTER.ROW_GROUPS)) {
      await file.addGroup(group, new Map());
    }
    await file.end();
    await Promise.all([source.close(), target.close()]);
    expect((await readFile(join(folder, 'to'))).equals(bytes)).toBe(true);
  });
});

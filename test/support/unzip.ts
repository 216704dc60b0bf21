import { fromBuffer } from 'yauzl';
import type { ZipFile } from 'yauzl';

/** The files of an archive in memory, in its order. */
export async function unzip(bytes: Buffer): Promise<{ readonly name: string; readonly text: string }[]> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => {
      if (error === null) {
        resolve(opened);
      } else {
        reject(error);
      }
    });
  });
  const files: { name: string; text: string }[] = [];
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      pieces.push(piece as Buffer);
    }
    files.push({ name: entry.fileName, text: Buffer.concat(pieces).toString() });
  }
  return files;
}

import type { FileSource } from './format-adapter.js';

/** The first bytes of a file: `length` of them, fewer where it is shorter. */
export async function readHead(source: FileSource, length: number): Promise<Buffer> {
  const stream = await source.open({ start: 0, end: Math.min(length, source.size) });
  const chunks: Buffer[] = [];
  let taken = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    taken += chunk.length;
    if (taken >= length) {
      break;
    }
  }
  return Buffer.concat(chunks).subarray(0, length);
}

import { ZipFile } from 'yazl';

/** What is special about one entry. */
export interface ZipPart {
  readonly name: string;
  readonly bytes: Buffer | string;
  /** Unix mode, file type included. */
  readonly mode?: number;
}

/** A zip archive in memory. */
export async function makeZip(parts: readonly ZipPart[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes, mode } of parts) {
    zip.addBuffer(Buffer.from(bytes), name, mode === undefined ? {} : { mode });
  }
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) {
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

/** The same bytes with one text in the place of another of equal length: names that no honest program writes. */
export function forge(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

/** The archive with the mark of encryption on every entry. */
export function markEncrypted(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  for (let at = copy.indexOf('PK\x01\x02'); at !== -1; at = copy.indexOf('PK\x01\x02', at + 1)) {
    copy.writeUInt16LE(copy.readUInt16LE(at + 8) | 1, at + 8);
  }
  return copy;
}

/** An archive of so many empty entries; built by hand, because the library takes minutes for it. */
export function makeCrowdedZip(count: number): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (let n = 0; n < count; n += 1) {
    const name = Buffer.from(`f${n}`);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    locals.push(local, name);
    centrals.push(central, name);
    offset += local.length + name.length;
  }
  const directory = Buffer.concat(centrals);
  const wide = count > 0xfffe ? wideEnd(count, directory.length, offset) : [];
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(wide.length > 0 ? 0xffffffff : offset, 16);
  return Buffer.concat([...locals, directory, ...wide, end]);
}

/** What the end of an archive says in 64 bits, and where that stands. */
function wideEnd(count: number, directoryBytes: number, directoryAt: number): Buffer[] {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  [count, count, directoryBytes, directoryAt].forEach((value, index) => {
    record.writeBigUInt64LE(BigInt(value), 24 + 8 * index);
  });
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return [record, locator];
}

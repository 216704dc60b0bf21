import { createHash, randomUUID } from 'node:crypto';

export interface StoredObject {
  readonly content: Buffer;
  readonly etag: string;
  readonly modified: Date;
  readonly contentType: string;
  readonly encryption: string;
  readonly keyId: string;
  storageClass: string;
  restored: boolean;
}

/** What an object is made with. */
export interface ObjectTraits {
  readonly contentType: string;
  readonly encryption: string;
  readonly keyId: string;
}

export interface UnfinishedUpload {
  readonly id: string;
  readonly key: string;
  readonly traits: ObjectTraits;
  readonly parts: Map<number, Buffer>;
}

const md5 = (data: Buffer): Buffer => createHash('md5').update(data).digest();
export const etagOf = (data: Buffer): string => `"${md5(data).toString('hex')}"`;

/** One bucket in memory, with what the service knows about it. */
export class Bucket {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, UnfinishedUpload>();
  /** The four settings; null: never set. */
  accessBlock: readonly boolean[] | null = [true, true, true, true];
  isPolicyPublic: boolean | null = null;
  isGrantedToAll = false;

  put(key: string, content: Buffer, traits: ObjectTraits, etag = etagOf(content)): StoredObject {
    const stored = {
      content,
      etag,
      modified: new Date(Math.floor(Date.now() / 1_000) * 1_000),
      ...traits,
      storageClass: '',
      restored: false,
    };
    this.objects.set(key, stored);
    return stored;
  }

  begin(key: string, traits: ObjectTraits): UnfinishedUpload {
    const upload = { id: randomUUID(), key, traits, parts: new Map<number, Buffer>() };
    this.uploads.set(upload.id, upload);
    return upload;
  }

  /** The error's code when the parts cannot be put together. */
  complete(upload: UnfinishedUpload, parts: readonly { number: number; etag: string }[]): string | null {
    const contents = parts.map(({ number, etag }) => {
      const content = upload.parts.get(number);
      return content !== undefined && etagOf(content) === etag ? content : null;
    });
    if (contents.length === 0 || contents.includes(null)) {
      return 'InvalidPart';
    }
    const whole = contents as Buffer[];
    if (whole.slice(0, -1).some(({ length }) => length < 5 * 1_024 * 1_024)) {
      return 'EntityTooSmall';
    }
    const digest = md5(Buffer.concat(whole.map(md5))).toString('hex');
    this.put(upload.key, Buffer.concat(whole), upload.traits, `"${digest}-${whole.length}"`);
    this.uploads.delete(upload.id);
    return null;
  }

  /** Keys with a prefix in byte order. */
  keys(prefix: string): string[] {
    return [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  }
}

import type { Readable, Writable } from 'node:stream';

/** A file as the storage lists it. */
export interface FileFacts {
  /** Relative to the connection's base directory, `/` between folders. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Changes with the content: an ETag, or inode, size and time. Another version means that the file changed. */
  readonly version: string;
  /** ISO 8601. */
  readonly modifiedAt: string | null;
  /** Why it cannot be read though it is listed, as words for users (archived, a link that leads out); null: it can. */
  readonly unreadable: string | null;
}

/** What is carried over to the masked file where the storage knows it. */
export interface FileTraits {
  readonly contentType: string | null;
  /** Permission bits of a mounted file. */
  readonly mode: number | null;
  /** The key of the storage's key service that the file is encrypted with; absent: the storage's own choice. */
  readonly encryption?: FileEncryption;
}

export interface FileEncryption {
  /** As the service calls it: `aws:kms`. */
  readonly algorithm: string;
  readonly keyId: string | null;
}

export interface OpenFile {
  readonly facts: FileFacts;
  readonly traits: FileTraits;
  /** Destroy it when it is not read to its end. Its errors are `StorageError`s. */
  readonly body: Readable;
}

export interface OpenOptions {
  /** Bytes, end exclusive; an end behind the file's is the file's. */
  readonly range?: { readonly start: number; readonly end: number };
  /** Throws `changed` when the file is another one by now. */
  readonly version?: string;
}

/** A file being written. Nobody sees it before `complete`; until then a killed process leaves nothing that is listed. */
export interface FileWriter {
  /** Its errors are `StorageError`s. */
  readonly body: Writable;
  /**
   * Makes the whole file visible under its path in one step, replacing an older one, and durable. Ends `body` where that
   * has not been done. When it throws, nothing was replaced and nothing is left.
   */
  complete(): Promise<void>;
  /**
   * Drops what was written; no file is left. Does nothing after `complete`, and never throws. False: the storage did not let
   * go of hidden parts, and `sweep` should try again.
   */
  abandon(): Promise<boolean>;
}

/** One opened file connection. Paths are relative to its base directory; bad ones throw `bad_path`. */
export interface FileStore {
  /** Names the base directory for good: two stores with one identity hold the same files. No secret. */
  readonly identity: string;
  /**
   * Everything under the base directory in order of paths (of bytes; Azure's own), streaming. Unfinished files of ours
   * are left out; what cannot be read (a link that leads out, an archived object, a device) is listed with the reason.
   */
  list(options: { readonly recurse: boolean }): AsyncIterable<FileFacts>;
  /** Null: no file is there. */
  stat(path: string): Promise<FileFacts | null>;
  /** Where a file lies or would lie, links resolved: one place in two stores is one file. */
  place(path: string): Promise<string>;
  /** A body whose file changes while it is read fails with `changed`. */
  open(path: string, options?: OpenOptions): Promise<OpenFile>;
  /** Folders on the way are made. `signal`: breaks off whatever waits for the storage; then abandon the writer. */
  create(path: string, traits: FileTraits, signal?: AbortSignal): Promise<FileWriter>;
  /**
   * Drops what killed writers of this owner left behind under the base directory (hidden parts, unfinished uploads) and
   * tells how many. Call it while no writer of the owner is at work. `paths`: the files it had begun, as far as is known.
   */
  sweep(owner: string, paths: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** What the connection is used for. */
export interface StorageRoles {
  readonly source: boolean;
  readonly destination: boolean;
}

/** Opens the connections of one kind. */
export interface StorageAdapter {
  /**
   * Proves that the base directory can be listed and, for destinations, written; guards against public places.
   * Throws `StorageError`.
   */
  test(settings: StorageSettings, roles: StorageRoles): Promise<void>;
  /**
   * `owner` (letters, digits, `-`) marks unfinished files, so that `sweep` finds them. Guards against public places.
   * Throws `StorageError`.
   */
  open(settings: StorageSettings, owner: string): Promise<FileStore>;
}

/** Address and credentials of a storage, decrypted; what a kind lacks or a connection leaves out is empty. Never logged. */
export interface StorageSettings {
  /** Folder below which everything happens; empty: the whole storage. */
  readonly baseDirectory: string;
  readonly bucket: string;
  readonly region: string;
  /** Another server that speaks S3, or another address of the blob service; empty: the provider's own. */
  readonly endpoint: string;
  /** The bucket's name stands in the path, not in the host's name. */
  readonly forcePathStyle: boolean;
  readonly iamRoleArn: string;
  /** Empty: the default chain of the machine (environment, profile, role). */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly container: string;
  readonly connectionString: string;
}

/** What the installation allows and where it keeps things. */
export interface StorageEnvironment {
  /** Root of the mounted shares. */
  readonly mountsDir: string;
  /** Buckets and containers that the world may read are used all the same. */
  readonly allowPublic: boolean;
}

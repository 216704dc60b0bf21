import type { BlobItem } from '@azure/storage-blob';

import { PartWriter } from '../part-writer.js';
import { ALLOW, notWritable, remoteAdapter } from '../remote-adapter.js';
import type {
  FileFacts,
  FileStore,
  FileTraits,
  FileWriter,
  OpenFile,
  OpenOptions,
  StorageAdapter,
  StorageEnvironment,
} from '../storage-adapter.js';
import { StorageError } from '../storage-error.js';
import { connectAzure, type AzureConnection } from './azure-connection.js';
import { azure, azureError } from './azure-errors.js';
import { azurePathProblem, isFolder, listedFacts } from './azure-facts.js';
import { openAzure, statAzure } from './azure-reader.js';
import { AzureUpload } from './azure-upload.js';

/** Containers of Azure Blob Storage. */
export function azureAdapter(environment: StorageEnvironment): StorageAdapter {
  return remoteAdapter(
    {
      connect: connectAzure,
      tryToList,
      assertPrivate,
      tryToWrite,
      store: (connection) => new AzureStore(connection),
    },
    environment,
  );
}

class AzureStore implements FileStore {
  readonly identity: string;

  constructor(private readonly connection: AzureConnection) {
    this.identity = `${connection.place}/${connection.prefix}`;
  }

  list({ recurse }: { readonly recurse: boolean }): AsyncIterable<FileFacts> {
    return listAzure(this.connection, recurse);
  }

  async stat(path: string): Promise<FileFacts | null> {
    assertAzurePath(path);
    return statAzure(this.connection, path);
  }

  async place(path: string): Promise<string> {
    assertAzurePath(path);
    return Promise.resolve(this.identity + path);
  }

  async open(path: string, options: OpenOptions = {}): Promise<OpenFile> {
    assertAzurePath(path);
    return openAzure(this.connection, path, options);
  }

  async create(path: string, traits: FileTraits, signal?: AbortSignal): Promise<FileWriter> {
    assertAzurePath(path);
    return Promise.resolve(new PartWriter(new AzureUpload(this.connection, path, traits), signal));
  }

  /** Nothing is seen of unfinished blocks, and the service drops them: see `AzureUpload`. */
  sweep(): Promise<number> {
    return Promise.resolve(0);
  }

  close(): Promise<void> {
    this.connection.close();
    return Promise.resolve();
  }
}

function assertAzurePath(path: string): void {
  const problem = azurePathProblem(path);
  if (problem !== null) {
    throw new StorageError('bad_path', problem);
  }
}

async function* listAzure(connection: AzureConnection, recurse: boolean): AsyncGenerator<FileFacts> {
  const { prefix } = connection;
  try {
    for await (const blob of blobsOf(connection, recurse)) {
      if (!isFolder(blob) && blob.name.length > prefix.length) {
        yield listedFacts(blob.name.slice(prefix.length), blob);
      }
    }
  } catch (error) {
    throw azureError(error);
  }
}

async function* blobsOf({ container, prefix }: AzureConnection, recurse: boolean): AsyncGenerator<BlobItem> {
  const options = { prefix, includeMetadata: true };
  if (recurse) {
    yield* container.listBlobsFlat(options);
    return;
  }
  for await (const item of container.listBlobsByHierarchy('/', options)) {
    if (item.kind === 'blob') {
      yield item;
    }
  }
}

async function tryToList({ container, prefix }: AzureConnection): Promise<void> {
  await azure(() => container.listBlobsFlat({ prefix }).byPage({ maxPageSize: 1 }).next());
}

/** A condition that never holds: the right to write is judged before, and nothing is written. */
async function tryToWrite({ container, prefix }: AzureConnection): Promise<void> {
  const probe = container.getBlockBlobClient(`${prefix}.vizard-test.part`);
  try {
    await probe.upload('', 0, { conditions: { ifMatch: '"none"' } });
  } catch (error) {
    const fault = azureError(error);
    if (fault.code !== 'changed') {
      throw notWritable(fault, error);
    }
  }
}

/** Throws `public` unless it is certain that the world cannot read the container. */
async function assertPrivate({ container }: AzureConnection): Promise<void> {
  let access: string | undefined;
  try {
    access = (await container.getProperties()).blobPublicAccess;
  } catch (error) {
    const fault = azureError(error);
    throw fault.code === 'denied'
      ? new StorageError(
          'denied',
          `The credentials do not allow looking whether the container is public: use the account key or a signature for the account. ${ALLOW}`,
        )
      : fault;
  }
  if (access !== undefined) {
    throw new StorageError('public', `The container is public (access level "${access}"). ${ALLOW}`);
  }
}

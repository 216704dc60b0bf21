import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ApiClient } from './api-client.js';
import { createConnection, type WireBody } from './builders/connection.builder.js';
import { awaitRun, type WireRun } from './builders/run.builder.js';
import { createRuleset, rulesetBody } from './builders/ruleset.builder.js';
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.js';
import { uniqueName } from './unique-name.js';

/** A folder among the mounted shares. */
export class ShareFolder {
  constructor(readonly root: string) {
    mkdirSync(root, { recursive: true });
  }

  put(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
  }

  text(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  bytes(path: string): Buffer {
    return readFileSync(join(this.root, path));
  }

  /** Everything below, hidden files too, sorted. */
  paths(): string[] {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.root.length + 1))
      .sort();
  }

  empty(): void {
    rmSync(this.root, { recursive: true, force: true });
    mkdirSync(this.root);
  }
}

/** Two folders with a connection to each. */
export interface SharePair {
  readonly source: ShareFolder;
  readonly destination: ShareFolder;
  readonly sourceId: string;
  readonly destinationId: string;
}

/** All that a test of runs on files needs; its fields are there from the first test on. */
export interface FileStage {
  readonly app: TestApp;
  readonly admin: ApiClient;
  /** Root of the mounted shares. */
  readonly mounts: string;
  pair(): Promise<SharePair>;
}

/** Registers the set-up and the end of a suite that masks files with real workers. */
export function useFileStage(options: TestAppOptions = { workers: 2 }): FileStage {
  const mounts = mkdtempSync(join(tmpdir(), 'vizard-test-mounts-'));
  const stage = {
    mounts,
    pair: async (): Promise<SharePair> => {
      const name = uniqueName('share');
      const source = new ShareFolder(join(mounts, name, 'in'));
      const destination = new ShareFolder(join(mounts, name, 'out'));
      return {
        ...{ source, destination },
        sourceId: await createConnection(stage.admin, shareBody(`${name}/in`, 'source')),
        destinationId: await createConnection(stage.admin, shareBody(`${name}/out`, 'destination')),
      };
    },
  } as { -readonly [field in keyof FileStage]: FileStage[field] };
  beforeAll(async () => {
    stage.app = await createTestApp({ ...options, env: { ...options.env, MOUNTS_DIR: mounts } });
    stage.admin = await ApiClient.installAdmin(stage.app);
  });
  afterAll(async () => {
    await stage.app.stop();
    rmSync(mounts, { recursive: true, force: true });
  });
  return stage;
}

/** A request for a connection to a mounted share. */
export function shareBody(
  directory: string,
  role: 'source' | 'destination',
  changes: WireBody = {},
): WireBody {
  return {
    ...{ version: '1.0', name: uniqueName('share'), mask_type: 'file', type: 'mounted_share_connection' },
    base_directory: directory,
    is_file_mask_source: role === 'source',
    is_file_mask_destination: role === 'destination',
    ...changes,
  };
}

/** A request for a connection to a folder of a bucket: `in` or `out`. */
export function bucketBody(endpoint: string, bucket: string, role: 'source' | 'destination'): WireBody {
  return {
    ...shareBody(role === 'source' ? 'in' : 'out', role, { type: 's3_connection' }),
    ...{ bucket, endpoint, region: 'eu-central-1' },
    ...{ access_key_id: 'test-key', secret_access_key: 'test-secret' },
  };
}

/** As `bucketBody`, for a container of Azure. */
export function azureBody(
  connectionString: string,
  container: string,
  role: 'source' | 'destination',
): WireBody {
  return {
    ...shareBody(role === 'source' ? 'in' : 'out', role, { type: 'azure_blob_connection' }),
    ...{ container, connection_string: connectionString },
  };
}

/** A ruleset for files with these tasks, written as the part below `tasks:`. */
export function createFileTasks(client: ApiClient, tasks: string): Promise<string> {
  return createRuleset(
    client,
    rulesetBody({ mask_type: 'file', config_yaml: `version: "1.0"\ntasks:\n${tasks}` }),
  );
}

export interface FileRunOrder {
  readonly pair: Pick<SharePair, 'sourceId' | 'destinationId'>;
  readonly tasks: string;
  readonly options?: WireBody;
}

/** Starts a run on files and gives its id. */
export async function startFileRun(
  client: ApiClient,
  { pair, tasks, options }: FileRunOrder,
): Promise<number> {
  const response = await client
    .post('/api/runs/', {
      name: 'test',
      source_connection: pair.sourceId,
      destination_connection: pair.destinationId,
      ruleset: await createFileTasks(client, tasks),
      options: options ?? {},
    })
    .expect(200);
  return (response.body as WireRun).id;
}

export async function runFilesToEnd(client: ApiClient, order: FileRunOrder): Promise<WireRun> {
  return awaitRun(client, await startFileRun(client, order));
}

/** The lines of a run's report, without the header, as cells. */
export async function reportOf(client: ApiClient, id: number): Promise<Record<string, string>[]> {
  const { text } = await client.get(`/api/runs/${id}/run-report/`).expect(200);
  const [header = [], ...rows] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  return rows.map((cells) => Object.fromEntries(header.map((name, place) => [name, cells[place] ?? ''])));
}

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { S3Server } from '../../test/support/s3-server.js';
import type { ChaosClient } from './chaos-client.js';
import { RUN_OPTIONS, type Load, type State } from './load.js';

const FILES = 6;
const TASKS = `  - type: mask_tabular_file
    recurse: true
    workers: 2
    include: [{glob: '*.csv'}]
    rules:
      - column: mail
        hash_columns: [id]
        masks: [{type: hash}]
      - column: note
        masks: [{type: imitate}]
  - type: mask_file
    recurse: true
    workers: 2
    include: [{glob: '*.ndjson'}]
    rules:
      - hash_sources: [{json_path: [id]}]
        masks:
          - type: json
            transforms:
              - {path: [mail], masks: [{type: imitate}]}
`;

/** Files from a mounted share to another one and to a bucket. */
export class FileLoad implements Load {
  readonly name = 'files';
  private wishes: readonly object[] | null = null;

  constructor(
    private readonly mounts: string,
    private readonly s3: S3Server,
    private readonly rows: number,
  ) {}

  prepare(): Promise<void> {
    rmSync(this.mounts, { recursive: true, force: true });
    mkdirSync(join(this.mounts, 'in/d'), { recursive: true });
    mkdirSync(join(this.mounts, 'out'));
    this.s3.bucket.objects.clear();
    const rows = Array.from({ length: Math.ceil(this.rows / FILES) }, (_, row) => row);
    for (let file = 0; file < FILES / 2; file += 1) {
      const csv = rows.map((row) => `${row},m${row}@example.com,note ${file} of ${row}`).join('\n');
      writeFileSync(join(this.mounts, `in/d/f${file}.csv`), `id,mail,note\n${csv}\n`);
      const json = rows
        .map((row) => JSON.stringify({ id: row, mail: `m${row}@example.com`, file }))
        .join('\n');
      writeFileSync(join(this.mounts, `in/f${file}.ndjson`), `${json}\n`);
    }
    return Promise.resolve();
  }

  async start(client: ChaosClient): Promise<readonly number[]> {
    this.wishes ??= await this.wishesOf(client);
    const ids: number[] = [];
    for (const wish of this.wishes) {
      ids.push(await client.create<number>('/api/runs/', wish));
    }
    return ids;
  }

  async state(client: ChaosClient, runIds: readonly number[]): Promise<State> {
    const state = new Map<string, readonly string[]>();
    for (const folder of ['in', 'out']) {
      state.set(
        `files of the share's "${folder}"`,
        this.paths(folder).map((path) => `${path} ${sum(readFileSync(join(this.mounts, folder, path)))}`),
      );
    }
    const objects = [...this.s3.bucket.objects].map(([key, { content }]) => `${key} ${sum(content)}`);
    state.set('objects of the bucket', objects);
    const counts: string[] = [];
    for (const [place, id] of runIds.entries()) {
      const { progress } = await client.run(id);
      counts.push(
        ...progress.tasks.map((task) => `${place} ${task.path} ${task.rows_done} ${task.rows_masked}`),
      );
    }
    state.set('counted records', counts);
    return state;
  }

  leftovers(): Promise<readonly string[]> {
    const parts = this.paths('out').filter((path) => /(^|\/)\./.test(path));
    const uploads = [...this.s3.bucket.uploads.values()].map(({ key }) => `multipart upload of ${key}`);
    return Promise.resolve([...parts.map((path) => `part file ${path}`), ...uploads]);
  }

  private paths(folder: string): readonly string[] {
    return readdirSync(join(this.mounts, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(this.mounts, folder).length + 1));
  }

  private async wishesOf(client: ChaosClient): Promise<readonly object[]> {
    const share = (directory: string, isSource: boolean): Promise<string> =>
      client.create('/api/connections/', {
        ...{ version: '1.0', mask_type: 'file', type: 'mounted_share_connection' },
        ...{ base_directory: directory, is_file_mask_source: isSource, is_file_mask_destination: !isSource },
      });
    const bucket = await client.create('/api/connections/', {
      ...{ version: '1.0', mask_type: 'file', type: 's3_connection', base_directory: 'out' },
      ...{ bucket: 'files', endpoint: this.s3.endpoint, region: 'eu-central-1' },
      ...{ access_key_id: 'test-key', secret_access_key: 'test-secret' },
      ...{ is_file_mask_source: false, is_file_mask_destination: true },
    });
    const ruleset = await client.ruleset(TASKS, 'file');
    const options = { run_secret: RUN_OPTIONS.run_secret, disable_instance_secret: true };
    const common = { source_connection: await share('in', true), ruleset, options };
    return [
      { ...common, destination_connection: await share('out', false) },
      { ...common, destination_connection: bucket },
    ];
  }
}

function sum(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

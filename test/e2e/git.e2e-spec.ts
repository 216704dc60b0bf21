import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request, { type Test } from 'supertest';

import type { WireBody } from '../support/builders/connection.builder.js';
import { connectionBody } from '../support/builders/connection.builder.js';
import { rulesetBody, VALID_RULESET } from '../support/builders/ruleset.builder.js';
import { ApiClient } from '../support/api-client.js';
import { describeWithGitServer, startGitServer, type TestGitServer } from '../support/git-server.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const OTHER_TEXT = `${VALID_RULESET}# another version\n`;

const bodyOf = (response: { body: unknown }): WireBody => response.body as WireBody;

describeWithGitServer('Git integration', () => {
  let target: TestApp;
  let as: RoleClients;
  let server: TestGitServer;

  beforeAll(async () => {
    server = await startGitServer();
    target = await createTestApp({ env: { GIT_TIMEOUT_S: '10' } });
    as = await installRoles(target);
  });

  afterAll(async () => {
    await target.stop();
    await server.stop();
  });

  function uploadKey(client: ApiClient, key: Buffer, name = 'id_ed25519'): Test {
    return request(target.server)
      .put('/api/git-ssh-key/')
      .set('Authorization', client.authorization ?? '')
      .field('name', name)
      .attach('key_file', key, name);
  }

  function keyMadeBy(...options: string[]): Buffer {
    const folder = mkdtempSync(join(tmpdir(), 'vizard-test-key-'));
    execFileSync('ssh-keygen', ['-q', '-f', join(folder, 'key'), ...options]);
    const key = readFileSync(join(folder, 'key'));
    rmSync(folder, { recursive: true });
    return key;
  }

  describe('PUT, GET and DELETE /api/git-ssh-key/', () => {
    it('has no key at first', async () => {
      await as.builder.get('/api/git-ssh-key/').expect(404);
      await as.builder.delete('/api/git-ssh-key/').expect(404);
    });

    it.each([
      ['OpenSSH form', ['-t', 'ed25519', '-N', '']],
      ['PEM form', ['-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', '']],
      ['PKCS 8 form', ['-t', 'ecdsa', '-m', 'PKCS8', '-N', '']],
    ])('takes a key in %s and never shows it', async (_form, options) => {
      const key = keyMadeBy(...options);
      const { body } = await uploadKey(as.runner, key, 'my key').expect(200);
      expect(body).toEqual({ name: 'my key', date_uploaded: expect.stringMatching(/^\d{4}-.*Z$/) as string });
      expect(bodyOf(await as.runner.get('/api/git-ssh-key/').expect(200))).toEqual(body);
      const stored = await target.database.query('SELECT sealed_key FROM git_ssh_key');
      expect(JSON.stringify(stored)).not.toContain(key.toString('utf8').split('\n')[1]);
      await as.runner.delete('/api/git-ssh-key/').expect(204);
    });

    it.each([
      ['a key with a passphrase', () => keyMadeBy('-t', 'ed25519', '-N', 'secret phrase'), /passphrase/],
      [
        'a PEM key with a passphrase',
        () => keyMadeBy('-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', 'secret phrase'),
        /passphrase/,
      ],
      ['a public key', () => Buffer.from('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA me'), /public key/],
      ['a short RSA key', () => keyMadeBy('-t', 'rsa', '-b', '1024', '-N', ''), /2048 bits/],
      ['something else', () => Buffer.from('hello'), /not a private SSH key/],
      ['bytes', () => Buffer.from([0, 255, 254, 10, 13]), /not a private SSH key/],
      ['a large file', () => Buffer.alloc(70_000, 65), /not a private SSH key/],
    ])('refuses %s', async (_what, key, message) => {
      const { body } = await uploadKey(as.builder, key()).expect(400);
      expect((body as { key_file: string[] }).key_file[0]).toMatch(message);
    });

    it('needs both parts of the form', async () => {
      await uploadKey(as.builder, server.privateKey, '').expect(400);
      const noFile = await request(target.server)
        .put('/api/git-ssh-key/')
        .set('Authorization', as.builder.authorization ?? '')
        .field('name', 'x')
        .expect(400);
      expect(Object.keys(noFile.body as object)).toEqual(['key_file']);
    });
  });

  describe('/api/git-setting/', () => {
    it('shows everyone an empty setting at first', async () => {
      const { body } = await as.runner.get('/api/git-setting/').expect(200);
      expect(body).toEqual({
        git_repository_url: '',
        git_branch: '',
        git_directory_path: '',
        git_known_hosts: '',
      });
    });

    it('is changed by administrators only', async () => {
      await as.builder.patch('/api/git-setting/', { git_branch: 'x' }).expect(403);
      await as.builder.put('/api/git-setting/', { git_repository_url: '' }).expect(403);
    });

    it.each([
      { git_repository_url: 'ext::sh -c touch% /tmp/owned' },
      { git_repository_url: 'file:///etc' },
      { git_repository_url: 'https://example.org/a.git' },
      { git_repository_url: '--upload-pack=touch /tmp/owned' },
      { git_repository_url: 'ssh://-oProxyCommand=touch/x' },
      { git_repository_url: 'git@-oProxyCommand=x:a.git' },
      { git_repository_url: 'git@host:--upload-pack=x' },
      { git_repository_url: 'git@host:a.git\nfoo' },
      { git_repository_url: 'git@host:a$(id).git' },
      { git_repository_url: 'git@169.254.169.254:a.git' },
      { git_repository_url: 'ssh://git@[fe80::1]/a.git' },
      { git_repository_url: 'ssh://git@host:99999/a.git' },
      { git_branch: '--force' },
      { git_branch: 'a b' },
      { git_branch: 'a..b' },
      { git_branch: '-x' },
      { git_branch: 'a.lock' },
      { git_branch: 'a~1' },
      { git_directory_path: '../elsewhere' },
      { git_directory_path: 'a/.git/hooks' },
      { git_directory_path: 'a\\b' },
      { git_known_hosts: 'not a line' },
      { git_known_hosts: '@cert-authority * ssh-ed25519 AAAA' },
    ])('refuses %j', async (change) => {
      const { body } = await as.admin.patch('/api/git-setting/', change).expect(400);
      expect(Object.keys(body as object)).toEqual(Object.keys(change));
    });

    it('refuses a repository that the administrator’s key does not reach, naming the field', async () => {
      await uploadKey(as.admin, server.strangerKey).expect(200);
      const refused = await as.admin
        .patch('/api/git-setting/', { git_repository_url: server.url })
        .expect(400);
      expect(refused.body).toEqual({
        git_repository_url: [expect.stringMatching(/does not accept your SSH key/)],
      });
      await uploadKey(as.admin, server.privateKey).expect(200);
      const missing = await as.admin
        .patch('/api/git-setting/', { git_repository_url: `${server.url}-missing` })
        .expect(400);
      expect(missing.body).toEqual({ git_repository_url: [expect.stringMatching(/no repository/)] });
    });

    it('takes the repository, empty as it is', async () => {
      const { body } = await as.admin
        .put('/api/git-setting/', { git_repository_url: server.url, git_directory_path: '/rulesets/' })
        .expect(200);
      expect(body).toMatchObject({
        git_repository_url: server.url,
        git_branch: '',
        git_directory_path: 'rulesets',
      });
      expect(bodyOf(await as.runner.get('/api/git-setting/').expect(200))).toEqual(body);
    });
  });

  describe('/api/ruleset-git/', () => {
    const commit = (client: ApiClient, name: string, content: string, message = 'Change it'): Test =>
      client.post('/api/ruleset-git/', {
        commit_message: message,
        ruleset_name: name,
        ruleset_content: content,
      });
    const read = (client: ApiClient, commitId: string, name: string): Test =>
      client.get(`/api/ruleset-git/?commit_id=${commitId}&ruleset_name=${encodeURIComponent(name)}`);

    it('asks for a key first', async () => {
      const { body } = await commit(as.builder, 'first', VALID_RULESET).expect(400);
      expect((body as { detail: string }).detail).toMatch(/no SSH key/);
      await uploadKey(as.builder, server.privateKey).expect(200);
    });

    it('commits the first file of an empty repository, with the caller as the author', async () => {
      const { body } = await commit(as.builder, 'first', VALID_RULESET, 'Begin').expect(200);
      expect(body).toMatchObject({ branch: 'main', file: 'rulesets/first.yml' });
      expect(server.git('show', 'main:rulesets/first.yml')).toBe(VALID_RULESET.trim());
      expect(server.git('log', '-1', '--format=%s|%an|%ae', 'main')).toMatch(
        /^Begin\|mask-?_?builder.*\|mask.*@example\.com$/,
      );
    });

    it('makes no commit where nothing changed', async () => {
      const before = server.git('rev-parse', 'main');
      const { body } = await commit(as.builder, 'first', VALID_RULESET).expect(200);
      expect(bodyOf({ body }).commit).toBe(before);
    });

    it('shows the ruleset at each commit, by whole and short ids', async () => {
      const first = server.git('rev-parse', 'main');
      await commit(as.builder, 'first', OTHER_TEXT).expect(200);
      expect(bodyOf(await read(as.builder, first, 'first').expect(200))).toEqual({
        config_yaml: VALID_RULESET,
      });
      const second = server.git('rev-parse', 'main').slice(0, 8);
      expect(bodyOf(await read(as.builder, second, 'first').expect(200))).toEqual({
        config_yaml: OTHER_TEXT,
      });
    });

    it('lists the files of the directory with their commits, newest first, and no subdirectory', async () => {
      server.commit('rulesets/deeper/other.yml', 'x');
      server.commit('rulesets/notes.txt', 'x');
      const { body } = await as.builder.get('/api/ruleset-git/files/').expect(200);
      expect(body).toEqual({
        'first.yml': [
          {
            commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
            date: expect.any(String) as string,
            message: 'Change it',
          },
          {
            commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
            date: expect.any(String) as string,
            message: 'Begin',
          },
        ],
      });
    });

    it('answers 404 for what is not there', async () => {
      await read(as.builder, 'deadbeef', 'first').expect(404);
      await read(as.builder, server.git('rev-parse', 'main'), 'missing').expect(404);
    });

    it('shows nothing of commits outside the branch', async () => {
      const hidden = server.commit('rulesets/hidden.yml', 'hidden', 'private');
      await read(as.builder, hidden, 'hidden').expect(404);
    });

    it.each(['../out', 'a/b', 'a\\b', '.git', '-x', 'con', 'a:b', 'x'.repeat(251)])(
      'refuses the ruleset name %j, which cannot be a file',
      async (name) => {
        const { body } = await commit(as.builder, name, VALID_RULESET).expect(400);
        expect(Object.keys(body as object)).toEqual(['ruleset_name']);
      },
    );

    it.each([
      ['commit_id=main&ruleset_name=first', 'commit_id'],
      ['commit_id=--help&ruleset_name=first', 'commit_id'],
      ['commit_id=abcdef', 'ruleset_name'],
      ['ruleset_name=first', 'commit_id'],
    ])('refuses the query %s', async (query, field) => {
      const { body } = await as.builder.get(`/api/ruleset-git/?${query}`).expect(400);
      expect(Object.keys(body as object)).toEqual([field]);
    });

    it('keeps every one of several commits made at the same time', async () => {
      const names = ['one', 'two', 'three', 'four'];
      const replies = await Promise.all(names.map((name) => commit(as.builder, name, VALID_RULESET)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const files = server.git('ls-tree', '--name-only', 'main:rulesets').split('\n');
      expect(files).toEqual(expect.arrayContaining(names.map((name) => `${name}.yml`)));
    });

    it('answers 409 where the same file was changed meanwhile, and overwrites nothing', async () => {
      // The hook pushes another change to the file, once, before it lets ours be compared.
      server.setUpdateHook(
        `[ -e raced ] && exit 0; touch raced; blob=$(echo theirs | git hash-object -w --stdin); ` +
          `export GIT_INDEX_FILE=$PWD/race; git read-tree "$2"; git update-index --add --cacheinfo 100644,$blob,rulesets/first.yml; ` +
          `c=$(git -c user.name=x -c user.email=x@y commit-tree $(git write-tree) -p "$2" -m theirs); unset GIT_QUARANTINE_PATH; ` +
          `git update-ref refs/heads/main $c "$2"; exit 0`,
      );
      const { body } = await commit(as.builder, 'first', VALID_RULESET).expect(409);
      expect((body as { detail: string }).detail).toMatch(/changed by someone else/);
      expect(server.git('show', 'main:rulesets/first.yml')).toBe('theirs');
      server.setUpdateHook('exit 0');
    });

    it('says so when the server declines the push', async () => {
      server.setUpdateHook('echo "secret policy text" >&2; exit 1');
      const { body } = await commit(as.builder, 'first', OTHER_TEXT).expect(400);
      expect((body as { detail: string }).detail).toMatch(/refuses the push/);
      expect(JSON.stringify(body)).not.toContain('secret policy');
      server.setUpdateHook('exit 0');
    });

    it('uses the directory of the user’s profile where there is one', async () => {
      await as.builder.post('/api/users/me/profile/', { git_directory_path: 'team-a' }).expect(204);
      const { body } = await commit(as.builder, 'mine', VALID_RULESET).expect(200);
      expect(bodyOf({ body }).file).toBe('team-a/mine.yml');
      await as.builder.post('/api/users/me/profile/', { git_directory_path: '' }).expect(204);
    });
  });

  describe('provenance and auto_pull', () => {
    let rulesetId: string;

    it('a pushed ruleset knows its commit until it is edited', async () => {
      const created = await as.builder
        .post('/api/rulesets/', rulesetBody({ name: 'tracked', config_yaml: VALID_RULESET }))
        .expect(201);
      rulesetId = String(bodyOf(created).id);
      expect(created.body).toMatchObject({
        git_branch: null,
        git_commit_sha: null,
        git_repo_url: null,
        git_synced_at: null,
      });
      const push = { commit_message: 'Track', ruleset_name: 'tracked', ruleset_content: VALID_RULESET };
      const { body } = await as.builder.post('/api/ruleset-git/', push).expect(200);
      const shown = bodyOf(await as.builder.get(`/api/rulesets/${rulesetId}/`).expect(200));
      expect(shown).toMatchObject({
        git_branch: 'main',
        git_commit_sha: bodyOf({ body }).commit,
        git_repo_url: server.url,
        git_synced_at: expect.any(String) as string,
      });
      const { git_branch, git_commit_sha, git_repo_url, git_synced_at } = shown;
      const listed = (await as.builder.get('/api/v2/rulesets/').expect(200)).body as Record<
        string,
        unknown
      >[];
      expect(listed.find(({ id }) => id === rulesetId)).toMatchObject({
        ...{ git_branch, git_commit_sha, git_repo_url, git_synced_at, created_time: shown.created_time },
      });
      const edit = rulesetBody({ name: 'tracked', config_yaml: OTHER_TEXT });
      const edited = await as.builder.put(`/api/rulesets/${rulesetId}/`, edit).expect(200);
      expect(edited.body).toMatchObject({
        git_branch: null,
        git_commit_sha: null,
        git_repo_url: null,
        git_synced_at: null,
      });
    });

    it('a run with auto_pull takes the text of the branch first', async () => {
      const connection = bodyOf(await as.builder.post('/api/connections/', connectionBody()).expect(200)).id;
      const text = `${VALID_RULESET}# from the branch\n`;
      const sha = server.commit('rulesets/tracked.yml', text, 'release');
      const run = { name: 'pulled', connection, ruleset: rulesetId };
      const options = { auto_pull: true, auto_pull_branch: 'release' };
      await as.builder.post('/api/runs/', { ...run, options }).expect(201);
      const shown = bodyOf(await as.builder.get(`/api/rulesets/${rulesetId}/`).expect(200));
      expect(shown).toMatchObject({ config_yaml: text, git_branch: 'release', git_commit_sha: sha });
    });

    it.each(['--upload-pack=touch x', '-f', 'a b', 'a..b', 'x\n', 'refs/../x', '~', 'x.lock'])(
      'refuses auto_pull_branch %j',
      async (auto_pull_branch) => {
        const connection = bodyOf(await as.builder.post('/api/connections/', connectionBody())).id;
        const options = { auto_pull: true, auto_pull_branch };
        const order = { name: 'not pulled', connection, ruleset: rulesetId, options };
        const { body } = await as.builder.post('/api/runs/', order).expect(400);
        expect(Object.keys(body as object)).toEqual(['options']);
      },
    );

    it('a failed pull creates no run', async () => {
      const connection = bodyOf(await as.builder.post('/api/connections/', connectionBody()).expect(200)).id;
      const options = { auto_pull: true, auto_pull_branch: 'missing' };
      const { body } = await as.builder
        .post('/api/runs/', { name: 'not pulled', connection, ruleset: rulesetId, options })
        .expect(400);
      expect((body as { options: string[] }).options[0]).toMatch(/could not be pulled.*no such branch/);
    });
  });

  describe('a server that is not what it was', () => {
    it('is given up after the time limit when it hangs', async () => {
      const silent: Server = createServer(() => undefined);
      await new Promise<void>((resolve) => {
        silent.listen(0, '127.0.0.1', resolve);
      });
      const { port } = silent.address() as { port: number };
      const begun = Date.now();
      await as.admin
        .patch('/api/git-setting/', { git_repository_url: `ssh://git@127.0.0.1:${port}/a.git` })
        .expect(400);
      expect(Date.now() - begun).toBeLessThan(120_000);
      silent.close();
    });

    it('is refused when its host key has changed, until an administrator names the new one', async () => {
      await server.changeHostKey();
      const { body } = await as.builder.get('/api/ruleset-git/files/').expect(400);
      expect((body as { detail: string }).detail).toMatch(/host key/);
      const strict = await as.admin
        .patch('/api/git-setting/', { git_known_hosts: server.knownHosts })
        .expect(400);
      expect(strict.body).toEqual({ git_repository_url: [expect.stringMatching(/host key/)] });
    });
  });

  it('gives up a repository that is larger than GIT_MAX_REPOSITORY_MB, and keeps nothing of it', async () => {
    const large = await startGitServer();
    const limited = await createTestApp({ env: { GIT_MAX_REPOSITORY_MB: '1' } });
    try {
      large.commit('rulesets/large.yml', randomBytes(3_000_000).toString('hex'));
      const admin = await ApiClient.installAdmin(limited);
      const file = { field: 'key_file', name: 'id', bytes: large.privateKey };
      await admin.upload('/api/git-ssh-key/', file, { name: 'id' }, 'put').expect(200);
      const setting = { git_repository_url: large.url };
      const { body } = await admin.patch('/api/git-setting/', setting).expect(400);
      expect(body).toEqual({ git_repository_url: [expect.stringMatching(/larger than 1 MB/)] });
      expect(readdirSync(join(limited.config.paths.dataDir, 'git'))).toEqual([]);
    } finally {
      await Promise.all([limited.stop(), large.stop()]);
    }
  });

  it('forgets the key of a user who is deleted', async () => {
    const before = await target.database.query<{ user_id: number }>(
      'SELECT user_id FROM git_ssh_key ORDER BY 1',
    );
    await as.admin.delete(`/api/users/${before.at(-1)?.user_id}/`).expect(204);
    const after = await target.database.query('SELECT user_id FROM git_ssh_key ORDER BY 1');
    expect(after).toEqual(before.slice(0, -1));
  });
});

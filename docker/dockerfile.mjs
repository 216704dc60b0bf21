/**
 * Plays the instructions of our own Dockerfile in plain folders, one per stage, for machines without a container engine.
 * Knows the few instructions that the file uses and refuses any other.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const PASSIVE = ['ARG', 'VOLUME', 'USER', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'ENTRYPOINT'];

function instructions(file) {
  return readFileSync(file, 'utf8')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ name: line.split(' ', 1)[0], rest: line.slice(line.indexOf(' ') + 1).trim() }));
}

class Stage {
  workdir = '/';
  environment = {};

  constructor(root) {
    this.root = root;
  }

  /** A path of the image, as a path of this machine. */
  path(path) {
    return path.startsWith('/') ? join(this.root, path) : join(this.root, this.workdir, path);
  }

  enter(path) {
    this.workdir = path;
    mkdirSync(this.path('.'), { recursive: true });
  }

  run(command) {
    const { status } = spawnSync('sh', ['-ec', command], {
      cwd: this.path('.'),
      env: { PATH: process.env.PATH, HOME: this.root, ...registryOf(process.env), ...this.environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (status !== 0) {
      throw new Error(`RUN ${command} ended with ${status}`);
    }
  }

  copy(sources, target) {
    for (const source of sources) {
      const intoFolder = target.endsWith('/') && statSync(source).isFile();
      const place = intoFolder ? join(this.path(target), basename(source)) : this.path(target);
      cpSync(source, place, {
        recursive: true,
        preserveTimestamps: true,
        verbatimSymlinks: true,
        filter: (path) => !path.endsWith('.spec.ts'),
      });
    }
  }
}

/** Where this machine's npm finds its registry and certificates; a container would have its own network set-up. */
function registryOf(environment) {
  const wanted =
    /^(npm_config_(registry|userconfig|cache|cafile)|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|https?_proxy|no_proxy)$/i;
  const home = environment.HOME ?? '/';
  const kept = Object.fromEntries(Object.entries(environment).filter(([name]) => wanted.test(name)));
  return { npm_config_userconfig: join(home, '.npmrc'), npm_config_cache: join(home, '.npm'), ...kept };
}

function copyInto(stage, rest, stages, context) {
  const words = rest.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.pop();
  const resolve = (path) => (from === undefined ? join(context, path) : stages.get(from).path(path));
  stage.copy(paths.map(resolve), target);
}

function setEnvironment(stage, rest) {
  for (const pair of rest.split(/\s+/)) {
    const at = pair.indexOf('=');
    stage.environment[pair.slice(0, at)] = pair.slice(at + 1);
  }
}

/** Executes every instruction below `work`; returns the last stage. */
export function play(file, context, work) {
  const stages = new Map();
  let stage = null;
  const acts = {
    FROM: (rest) => {
      const name = rest.split(/\sAS\s/i)[1].trim();
      stage = new Stage(join(work, name));
      stages.set(name, stage);
    },
    WORKDIR: (rest) => stage.enter(rest),
    ENV: (rest) => setEnvironment(stage, rest),
    RUN: (rest) => {
      // Packages of the system would land on this machine, not in the stage's folder.
      const isPlayed = !rest.startsWith('apt-get ');
      console.log(isPlayed ? `RUN ${rest}` : `not played: RUN ${rest}`);
      if (isPlayed) {
        stage.run(rest);
      }
    },
    COPY: (rest) => copyInto(stage, rest, stages, context),
  };
  for (const { name, rest } of instructions(file)) {
    if (acts[name] !== undefined) {
      acts[name](rest);
    } else if (!PASSIVE.includes(name)) {
      throw new Error(`${name}: an instruction that this player does not know`);
    }
  }
  chmodSync(work, 0o755);
  return stage;
}

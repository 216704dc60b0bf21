#!/usr/bin/env node
/**
 * Checks docker/kubernetes without a cluster: every object against the published schema of its kind, every file that a
 * kustomization names, every variable that a container is given. With kubectl on the machine the overlays are built, too.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'docker', 'kubernetes');
const variables = readFileSync(join(root, '.env.example'), 'utf8').match(/^[A-Z]\w*(?==)/gm);
const problems = [];

const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.yaml'));
for (const name of files) {
  const documents = loadAll(readFileSync(join(folder, name), 'utf8'));
  for (const document of documents) {
    if (name.endsWith('kustomization.yaml')) {
      checkNames(name, document);
    } else {
      await checkObject(name, document);
    }
  }
}
buildOverlays();

for (const problem of problems) {
  console.error(problem);
}
process.exitCode = problems.length > 0 ? 1 : 0;

function checkNames(name, { resources = [], components = [] }) {
  for (const path of [...resources, ...components]) {
    const target = join(folder, name, '..', path);
    if (!existsSync(path.endsWith('.yaml') ? target : join(target, 'kustomization.yaml'))) {
      problems.push(`${name}: ${path} is not there.`);
    }
  }
}

async function checkObject(name, object) {
  const { apiVersion, kind, metadata } = object;
  const where = `${name}: ${kind} ${metadata?.name}`;
  try {
    const schemas = apiVersion.startsWith('keda.sh') ? '@kubernetes-models/keda' : 'kubernetes-models';
    const models = await import(`${schemas}/${apiVersion}/${kind}`);
    new models[kind](object).validate();
  } catch (error) {
    problems.push(`${where}: ${error.message}`);
  }
  const pod = object.spec?.template?.spec;
  for (const container of pod?.containers ?? []) {
    checkContainer(where, pod, container);
  }
}

function checkContainer(where, pod, { image, env = [], volumeMounts = [] }) {
  const unknown = image === 'vizard' ? env.filter((one) => !variables.includes(one.name)) : [];
  problems.push(...unknown.map((one) => `${where}: the program does not know the variable ${one.name}.`));
  const volumes = (pod.volumes ?? []).map((volume) => volume.name);
  const lost = volumeMounts.filter((mount) => !volumes.includes(mount.name));
  problems.push(...lost.map((mount) => `${where}: there is no volume ${mount.name}.`));
}

/** In a copy, because the trial wants secrets in files. */
function buildOverlays() {
  if (spawnSync('kubectl', ['version', '--client']).status !== 0) {
    return;
  }
  const copy = mkdtempSync(join(tmpdir(), 'vizard-kubernetes-'));
  cpSync(folder, copy, { recursive: true });
  spawnSync('sh', [join(root, 'docker', 'make-secrets.sh'), join(copy, 'overlays', 'trial')]);
  for (const overlay of readdirSync(join(copy, 'overlays'))) {
    const { status, stderr } = spawnSync('kubectl', ['kustomize', join(copy, 'overlays', overlay)]);
    if (status !== 0) {
      problems.push(`overlays/${overlay}: ${String(stderr)}`);
    }
  }
  rmSync(copy, { recursive: true });
}

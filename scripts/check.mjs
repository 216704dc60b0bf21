/**
 * `npm run check`: everything that is to be said of the sources without running them. Linting takes longer than all the
 * rest, so it goes on beside it; what a step says is shown when it is over.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const LANES = [['lint'], ['format:check', 'types', 'deps', 'unused', 'client', 'manifests', 'links']];

/** Resolves to whether it went well. */
function run(script) {
  const begin = performance.now();
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    child.stdout.on('data', (chunk) => said.push(chunk));
    child.stderr.on('data', (chunk) => said.push(chunk));
    child.once('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.once('close', (code) => {
      const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
      process.stdout.write(`${Buffer.concat(said)}${code === 0 ? '✓' : '✗'} ${script} (${seconds} s)\n`);
      resolve(code === 0);
    });
  });
}

/** Names of the steps that failed. */
async function runInTurn(scripts) {
  const failed = [];
  for (const script of scripts) {
    if (!(await run(script))) {
      failed.push(script);
    }
  }
  return failed;
}

const failed = (await Promise.all(LANES.map(runInTurn))).flat();
if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

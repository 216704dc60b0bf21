import { setTimeout as sleep } from 'node:timers/promises';
import { isFinal } from './api.mjs';
import { failed, liveLine, passed, say } from './console.mjs';

const PAUSE_MS = 250;

function line({ status, progress }) {
  const done = progress?.rows_done ?? 0;
  const total = progress?.rows_total;
  const parts = [`  ${status}`];
  if (total > 0) {
    parts.push(`${Math.floor((100 * done) / total)} % of ${total} rows`);
  }
  if (progress?.rows_per_second > 0) {
    parts.push(`${Math.round(progress.rows_per_second)} rows/s`);
  }
  if (progress?.eta_seconds > 0) {
    parts.push(`about ${Math.ceil(progress.eta_seconds)} s left`);
  }
  return parts.join(' · ');
}

/** Vizard goes on with runs that a stopped demo left. They must not touch the new sample company. */
export async function cancelOldRuns(api) {
  const old = await api.unfinishedRuns();
  // A run may end by itself before it is cancelled; what counts is that none is left.
  await Promise.allSettled(old.map((run) => api.cancelRun(run.id)));
  while ((await api.unfinishedRuns()).length > 0) {
    await sleep(PAUSE_MS);
  }
}

/** Shows a run until it ends; true when it finished. */
export async function followRun(api, id) {
  const live = liveLine();
  const started = performance.now();
  let run = await api.run(id);
  while (!isFinal(run.status)) {
    live.show(line(run));
    await sleep(PAUSE_MS);
    run = await api.run(id);
  }
  live.show(line(run));
  live.end();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (run.status.startsWith('finished')) {
    passed(`Run ${id} ${run.status} after ${seconds} s`);
  } else {
    failed(`Run ${id} ${run.status}`);
  }
  if (run.status !== 'finished') {
    const entries = await api.runLog(id);
    entries.filter((entry) => entry.log_level >= 30).forEach((entry) => say(`  ${entry.message}`));
  }
  return run.status.startsWith('finished');
}

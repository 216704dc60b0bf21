import type { Start } from './load-config.js';

/** How this process was started. The only place that reads the environment. */
export function startOf(root: string): Start {
  return { env: process.env, root, cwd: process.cwd(), isTerminal: process.stdout.isTTY };
}

import { Logger } from '../common/logging/logger.js';
import { redactUrls } from '../common/logging/redact.js';
import { ConfigError } from '../config/config-error.js';

/**
 * Runs a part of the start. When it fails, says why in words (the stack only at level debug) and ends the process with
 * code 1: an orchestrator tries again.
 */
export async function reportFailedStart<T>(start: () => Promise<T>, logger?: Logger): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const log = logger ?? Logger.create({ level: 'info', format: process.stdout.isTTY ? 'pretty' : 'json' });
    const reasons = error instanceof ConfigError ? error.problems : [textOf(error)];
    reasons.forEach((reason) => {
      log.error(`Cannot start: ${reason}`, log.isDebugEnabled() ? { err: error } : {});
    });
    process.exit(1);
  }
}

function textOf(error: unknown): string {
  return redactUrls(error instanceof Error ? error.message : String(error));
}

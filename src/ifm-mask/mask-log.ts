import { LOG_LEVELS, type IfmLogLevel, type IfmLogMessage } from '../ifm-plans/log-levels.js';
import { maskLogJson } from './dto/mask.response.js';

/** The log that one request gets back: messages of its level and of more important ones. Never a data value. */
export class MaskLog {
  private readonly messages: IfmLogMessage[] = [];
  private readonly rank: number;

  constructor(level: IfmLogLevel) {
    this.rank = LOG_LEVELS.indexOf(level);
  }

  /** Is the level asked for? Where it is not, a message need not be made. */
  takes(level: IfmLogLevel): boolean {
    return LOG_LEVELS.indexOf(level) <= this.rank;
  }

  add(level: IfmLogLevel, message: string): void {
    if (this.takes(level)) {
      this.messages.push({ logLevel: level, message, timestamp: isoNow() });
    }
  }

  /** What ended the request is told at any level: without it the answer would be a riddle. */
  fail(message: string): void {
    this.messages.push({ logLevel: 'ERROR', message, timestamp: isoNow() });
  }

  /** As a JSON list. */
  json(): string {
    return `[${this.messages.map(maskLogJson).join(',')}]`;
  }
}

let lastMs = 0;
let lastIso = '';

/** Of one millisecond there are many. */
function isoNow(): string {
  const now = Date.now();
  if (now !== lastMs) {
    lastMs = now;
    lastIso = new Date(now).toISOString();
  }
  return lastIso;
}

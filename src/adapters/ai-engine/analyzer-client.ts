import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { AiEngineError } from './ai-engine-error.js';
import { engineLookup, readEngineAddress } from './engine-address.js';

export interface AnalyzerOptions {
  /** Where `/analyze` is below. */
  readonly url: string;
  /** Longest time of one call; default 30 s. */
  readonly timeoutMs?: number;
  /** How often a call that failed on the way, or was put off, is made again; default 2. */
  readonly retries?: number;
  /** Language of the texts; default `en`. */
  readonly language?: string;
  /** Findings that the engine is less sure of are passed over; default 0.35. */
  readonly leastScore?: number;
}

/** What is looked for, in the engine's words. */
export interface AnalyzerQuestion {
  readonly entities: readonly string[];
  /** Words to be found as entities of a kind, for kinds that the engine may not know. */
  readonly words: readonly { readonly entity: string; readonly words: readonly string[] }[];
}

/** A finding, by positions of code points. */
export interface AnalyzerFinding {
  readonly entity: string;
  readonly start: number;
  readonly end: number;
}

const RETRY_MS = 200;
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;
/** JSON in UTF-8 has none; their stand-in is as long. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Worth another try: the engine is busy or starting. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Speaks the HTTP form of the Presidio analyzer. */
export class AnalyzerClient {
  private readonly url: URL;

  /** Throws `AiEngineError` for an address that may not be asked. */
  constructor(private readonly options: AnalyzerOptions) {
    this.url = readEngineAddress(options.url);
  }

  /** Throws `AiEngineError`. */
  async analyze(text: string, question: AnalyzerQuestion): Promise<readonly AnalyzerFinding[]> {
    const language = this.options.language ?? 'en';
    const body = JSON.stringify({
      ...{ text: text.replace(LONE_SURROGATE, '\ufffd'), language, entities: question.entities },
      score_threshold: this.options.leastScore ?? 0.35,
      ad_hoc_recognizers: question.words.map(({ entity, words }) => ({
        ...{ name: `words of ${entity}`, supported_language: language },
        ...{ supported_entity: entity, deny_list: words },
      })),
    });
    const answer = await this.post(body);
    return readFindings(answer);
  }

  private async post(body: string): Promise<Answer> {
    const retries = this.options.retries ?? 2;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.postOnce(body).catch((error: unknown) => failure(error));
      const isPassing =
        outcome instanceof AiEngineError
          ? outcome.code === 'unreachable' || outcome.code === 'timed_out'
          : PASSING.has(outcome.status);
      if (!isPassing || attempt >= retries) {
        if (outcome instanceof AiEngineError) {
          throw outcome;
        }
        return outcome;
      }
      await wait(RETRY_MS * 2 ** attempt);
    }
  }

  private postOnce(body: string): Promise<Answer> {
    const send = this.url.protocol === 'https:' ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? 30_000);
    return new Promise((resolve, reject) => {
      const sent = send(
        this.url,
        {
          ...{ method: 'POST', lookup: engineLookup, signal },
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('error', reject);
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            chunks.push(chunk);
            if (size > MOST_ANSWER_BYTES) {
              response.destroy(new AiEngineError('bad_answer', 'The answer of the AI engine is too long.'));
            }
          });
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

function failure(error: unknown): AiEngineError {
  if (error instanceof AiEngineError) {
    return error;
  }
  const { name, code } = error as { readonly name?: string; readonly code?: string };
  return name === 'TimeoutError' || name === 'AbortError'
    ? new AiEngineError('timed_out', 'The AI engine did not answer in time.')
    : new AiEngineError(
        'unreachable',
        `The AI engine cannot be reached${code === undefined ? '' : ` (${code})`}.`,
      );
}

/** What the engine says is never repeated in errors: it may hold what was sent. */
function readFindings({ status, body }: Answer): readonly AnalyzerFinding[] {
  if (status !== 200) {
    throw new AiEngineError('refused', `The AI engine answered with status ${status}.`);
  }
  const findings = parsed(body);
  const read = Array.isArray(findings) ? findings.map(readFinding) : [null];
  const known = read.filter((finding) => finding !== null);
  if (known.length < read.length) {
    throw new AiEngineError('bad_answer', 'The AI engine did not answer with a list of findings.');
  }
  return known;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function readFinding(finding: unknown): AnalyzerFinding | null {
  const fields = (finding ?? {}) as Readonly<Record<string, unknown>>;
  const [entity, start, end] = [fields.entity_type, fields.start, fields.end];
  const isSpan = isPlace(start) && isPlace(end) && start < end;
  return typeof entity === 'string' && isSpan ? { entity, start, end } : null;
}

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

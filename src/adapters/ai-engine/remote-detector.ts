import { AiEngineError } from './ai-engine-error.js';
import type { AnalyzerClient, AnalyzerFinding, AnalyzerQuestion } from './analyzer-client.js';
import type { DetectedEntity, DetectRequest, EntityDetector } from '../../engine/index.js';

/** Well-known kinds in the analyzer's words; what is not here is left to the built-in detector. */
const ENTITIES: Readonly<Record<string, string>> = {
  FULL_NAME: 'PERSON',
  EMAIL: 'EMAIL_ADDRESS',
  PHONE: 'PHONE_NUMBER',
  ADDRESS: 'LOCATION',
  CREDIT_CARD: 'CREDIT_CARD',
  IBAN: 'IBAN_CODE',
  SSN: 'US_SSN',
  DATE: 'DATE_TIME',
  IP_ADDRESS: 'IP_ADDRESS',
  URL: 'URL',
};
const AT_ONCE = 4;
/** Texts that come out of one another, as of a mask after another of its kind; more is a text that is never the same. */
const MOST_ROUNDS = 5;

interface OpenQuestion {
  readonly text: string;
  readonly requests: readonly DetectRequest[];
}

/**
 * A detector whose answers come over the network, while masks are synchronous: masking is rehearsed, what it asks is
 * asked of the engine all together, and then it is done with the answers (`maskTold`). One for each compiled mask.
 */
export class RemoteDetector implements EntityDetector {
  private readonly answers = new Map<readonly DetectRequest[], Map<string, readonly DetectedEntity[]>>();
  private readonly open = new Map<readonly DetectRequest[], Set<string>>();

  constructor(private readonly client: Pick<AnalyzerClient, 'analyze'>) {}

  refusal({ preset }: DetectRequest): string | null {
    return preset === null || preset in ENTITIES ? null : `the AI engine has no kind for "${preset}"`;
  }

  /** Nothing, and a question to be asked, where there is no answer yet. */
  detect(text: string, requests: readonly DetectRequest[]): readonly DetectedEntity[] {
    const known = this.answers.get(requests)?.get(text);
    if (known !== undefined) {
      return known;
    }
    const texts = this.open.get(requests) ?? new Set();
    this.open.set(requests, texts.add(text));
    return [];
  }

  get hasQuestions(): boolean {
    return this.open.size > 0;
  }

  /** Asks the engine what is open. Throws `AiEngineError`. */
  async ask(): Promise<void> {
    const questions = [...this.open].flatMap(([requests, texts]) =>
      [...texts].map((text): OpenQuestion => ({ text, requests })),
    );
    this.open.clear();
    const worker = async (): Promise<void> => {
      for (let next = questions.pop(); next !== undefined; next = questions.pop()) {
        await this.askOne(next);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    } finally {
      questions.length = 0;
    }
  }

  private async askOne({ text, requests }: OpenQuestion): Promise<void> {
    const found = await this.client.analyze(text, questionOf(requests));
    const answers = this.answers.get(requests) ?? new Map<string, readonly DetectedEntity[]>();
    this.answers.set(requests, answers.set(text, entitiesOf(text, requests, found)));
  }

  forget(): void {
    this.answers.clear();
    this.open.clear();
  }
}

/**
 * Masks by `work`, which may be done several times and must each time give the same. Without a detector, or questions of
 * it, once. Throws what `work` throws, and `AiEngineError`.
 */
export async function maskTold<T>(detector: RemoteDetector | null, work: () => T): Promise<T> {
  if (detector === null) {
    return work();
  }
  try {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const outcome = attempted(work);
      if (!detector.hasQuestions) {
        return outcome();
      }
      await detector.ask();
    }
  } finally {
    detector.forget();
  }
  throw new AiEngineError(
    'texts_vary',
    'Masks before "unstructured_text" give another text each time: give the rule hash columns, or put them after it.',
  );
}

/** The same at once, without a promise, where `work` asks nothing: for callers that can wait only where they must. */
export function maskToldSoon<T>(detector: RemoteDetector | null, work: () => T): T | Promise<T> {
  if (detector === null) {
    return work();
  }
  const outcome = attempted(work);
  return detector.hasQuestions ? maskTold(detector, work) : outcome();
}

/** What fails for want of answers must not count. */
function attempted<T>(work: () => T): () => T {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function entityOf({ label, preset }: DetectRequest): string {
  return preset === null ? label : (ENTITIES[preset] ?? label);
}

function questionOf(requests: readonly DetectRequest[]): AnalyzerQuestion {
  return {
    entities: [...new Set(requests.map(entityOf))],
    words: requests
      .filter(({ validExamples }) => validExamples.length > 0)
      .map((request) => ({ entity: entityOf(request), words: request.validExamples })),
  };
}

/** Findings by positions of code units, for each request that asked for their kind. */
function entitiesOf(
  text: string,
  requests: readonly DetectRequest[],
  findings: readonly AnalyzerFinding[],
): readonly DetectedEntity[] {
  const units = unitsOf(text);
  const most = units?.length ?? text.length + 1;
  return findings.flatMap(({ entity, start, end }) => {
    if (end >= most) {
      throw new AiEngineError('bad_answer', 'A finding of the AI engine lies outside of the text.');
    }
    const span = { start: units?.[start] ?? start, end: units?.[end] ?? end };
    const found = text.slice(span.start, span.end);
    return requests.flatMap((request, index) =>
      entityOf(request) === entity && !request.invalidExamples.includes(found)
        ? [{ request: index, ...span }]
        : [],
    );
  });
}

/** Place of each code point, and of the end; null: every code point is one code unit. */
function unitsOf(text: string): readonly number[] | null {
  if (!/[\ud800-\udfff]/.test(text)) {
    return null;
  }
  const units = [0];
  let at = 0;
  for (const character of text) {
    at += character.length;
    units.push(at);
  }
  return units;
}

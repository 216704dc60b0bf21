import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AiEngineError, maskTold } from '../adapters/ai-engine/index.js';
import { CONFIG, type Config } from '../config/config.js';
import { after, type NowOrLater } from '../common/async/now-or-later.js';
import { MaskingError, type CompiledRecordMask } from '../engine/index.js';
import { AiEngine } from '../rulesets/ai-engine.js';
import type { CompiledPlan, RequestContext } from '../ifm-plans/compiled-plan.js';
import type { MaskRequest } from './mask-request.js';
import { RequestKeys } from './request-keys.js';

/** The masked records as a JSON list, or why there are none. */
export type MaskOutcome = { readonly json: string } | { readonly failure: string };

/** Longest stretch for which one request keeps all others waiting … */
const TURN_MS = 8;
/** … looked at after so many records. */
const LOOK_EVERY = 64;
/** Results may be longer than what they stand for, but not without end. */
const LONGEST_GROWTH = 8;

/** Masks the records of one request, in turns with other requests when there are many. */
@Injectable()
export class Masker {
  private readonly maxLength: number;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly keys: RequestKeys,
    private readonly engine: AiEngine,
  ) {
    this.maxLength = config.limits.maxMaskBodyMb * LONGEST_GROWTH * 1024 * 1024;
  }

  /** Of the engine that plans ask in force now; null: none. */
  engineAddress(): Promise<string | null> {
    return this.engine.address();
  }

  /** Throws `DomainError` where the plan itself is at fault. */
  mask(plan: CompiledPlan, request: MaskRequest): NowOrLater<MaskOutcome> {
    const refusal = mismatchOf(request);
    if (refusal !== null) {
      return { failure: refusal };
    }
    const work = new RecordWork(request, this.maxLength);
    return after(this.keys.keyFor(request), ({ runKey, repeatable }) => {
      const context: RequestContext = { runKey, repeatable, nowMs: Date.now() };
      try {
        // Most requests are done within their first turn.
        return !plan.asksEngine && work.turn(plan.maskFor(context))
          ? { json: work.json() }
          : this.maskOn(work, plan, context);
      } catch (error) {
        return failureOf(error, work);
      }
    });
  }

  private async maskOn(work: RecordWork, plan: CompiledPlan, context: RequestContext): Promise<MaskOutcome> {
    try {
      await (plan.asksEngine ? this.maskByEngine(work, plan, context) : maskInTurns(work, plan, context));
      return { json: work.json() };
    } catch (error) {
      return failureOf(error, work);
    }
  }

  /** Each stretch is done again with the engine's answers to what it asked. */
  private async maskByEngine(work: RecordWork, plan: CompiledPlan, context: RequestContext): Promise<void> {
    const detector = await this.engine.detector();
    if (detector === null) {
      await maskInTurns(work, plan, context);
      return;
    }
    const mask = plan.compile({ ...context, entityDetector: detector });
    for (let done = false; !done;) {
      const begin = work.mark();
      done = await maskTold(detector, () => work.turn(mask, begin));
    }
  }
}

async function maskInTurns(work: RecordWork, plan: CompiledPlan, context: RequestContext): Promise<void> {
  do {
    await nextTurn();
  } while (!work.turn(plan.maskFor(context)));
}

/** Throws what is no failure of the masking itself. */
function failureOf(error: unknown, { position }: RecordWork): MaskOutcome {
  if (error instanceof MaskingError) {
    return { failure: `data[${position}]: ${reasonOf(error)}` };
  }
  if (error instanceof AiEngineError) {
    return { failure: error.message };
  }
  throw error;
}

/** What is wrong, and where in the ruleset. */
export function reasonOf({ reason, maskPath }: MaskingError): string {
  return maskPath === '' ? `${reason}.` : `${reason} (${maskPath}).`;
}

function mismatchOf({ records, hashValues }: MaskRequest): string | null {
  if (typeof hashValues !== 'object' || hashValues.length === records.length) {
    return null;
  }
  return `"hash_values" is a list of ${hashValues.length / 2}, but "data" has ${records.length / 2}: send one hash value for each, or a single one for all.`;
}

interface Progress {
  readonly position: number;
  readonly result: string;
}

/** How far the masking of one request is. */
class RecordWork {
  position = 0;
  private result = '';
  private readonly one: string | undefined;
  private readonly each: readonly number[] | null;

  constructor(
    private readonly request: MaskRequest,
    private readonly maxLength: number,
  ) {
    const { hashValues } = request;
    this.one = typeof hashValues === 'string' ? hashValues : undefined;
    this.each = typeof hashValues === 'object' ? hashValues : null;
  }

  mark(): Progress {
    return { position: this.position, result: this.result };
  }

  /**
   * Masks for a while; true: everything is masked. From `begin` it masks so many records each time, that it can be done
   * again. Throws `MaskingError` at the record of `position`.
   */
  turn(mask: CompiledRecordMask, begin?: Progress): boolean {
    this.position = begin?.position ?? this.position;
    this.result = begin?.result ?? this.result;
    const { text, records } = this.request;
    const count = records.length / 2;
    const endsAt = performance.now() + TURN_MS;
    while (this.position < count) {
      const { position } = this;
      const record = text.slice(records[2 * position], records[2 * position + 1]);
      const masked = mask.maskJson(record, { position, hashValue: this.hashValueAt(position) });
      this.result += position === 0 ? masked : `,${masked}`;
      this.position++;
      if (this.position % LOOK_EVERY === 0) {
        this.checkLength();
        if (begin !== undefined || performance.now() >= endsAt) {
          return false;
        }
      }
    }
    this.checkLength();
    return true;
  }

  json(): string {
    return `[${this.result}]`;
  }

  private hashValueAt(position: number): string | undefined {
    return this.each === null
      ? this.one
      : this.request.text.slice(this.each[2 * position], this.each[2 * position + 1]);
  }

  private checkLength(): void {
    if (this.result.length > this.maxLength) {
      const reason = 'the results of this request are too long to be sent at once: send fewer records';
      throw new MaskingError('too_long', reason, '', 'record');
    }
  }
}

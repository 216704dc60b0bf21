import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { MaskingError } from '../engine/index.js';
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
  ) {
    this.maxLength = config.limits.maxMaskBodyMb * LONGEST_GROWTH * 1024 * 1024;
  }

  /** Throws `DomainError` where the plan itself is at fault. */
  async mask(plan: CompiledPlan, request: MaskRequest): Promise<MaskOutcome> {
    const refusal = mismatchOf(request);
    if (refusal !== null) {
      return { failure: refusal };
    }
    const context: RequestContext = { ...(await this.keys.keyFor(request)), nowMs: Date.now() };
    const work = new RecordWork(request, this.maxLength);
    try {
      while (!work.turn(plan, context)) {
        await nextTurn();
      }
      return { json: work.json() };
    } catch (error) {
      if (error instanceof MaskingError) {
        return { failure: `data[${work.position}]: ${reasonOf(error)}` };
      }
      throw error;
    }
  }
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

  /** Masks for a while; true: everything is masked. Throws `MaskingError` at the record of `position`. */
  turn(plan: CompiledPlan, context: RequestContext): boolean {
    const mask = plan.maskFor(context);
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
        if (performance.now() >= endsAt) {
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

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { after, type NowOrLater } from '../common/async/now-or-later.js';
import { ConflictError, NotFoundError } from '../common/errors/domain-error.js';
import { ShapeError } from '../common/errors/shape-error.js';
import { CONFIG, type Config } from '../config/config.js';
import type { CompiledPlan } from '../ifm-plans/compiled-plan.js';
import { CompiledPlans } from '../ifm-plans/compiled-plans.js';
import { PLAN_NAME } from '../ifm-plans/plan-name.js';
import { withBodyText, type BodyBounds } from './body-reader.js';
import { BulkMasker } from './bulk-masker.js';
import { Deadlines } from './deadlines.js';
import { MaskLog } from './mask-log.js';
import { readMaskRequest, type HashValues, type MaskRequest } from './mask-request.js';
import { Masker } from './masker.js';
import { bodyKindOf } from './media-type.js';
import type { Reply } from './reply.js';

/** Makes the answers of masking requests whose callers may mask. */
@Injectable()
export class MaskAnswers {
  private readonly bounds: BodyBounds;

  constructor(
    @Inject(CONFIG) { limits }: Config,
    private readonly plans: CompiledPlans,
    private readonly masker: Masker,
    private readonly bulk: BulkMasker,
  ) {
    const deadlines = new Deadlines(limits.maskBodyMs);
    this.bounds = { maxMb: limits.maxMaskBodyMb, maxMs: limits.maskBodyMs, deadlines };
  }

  /** `name`: of the plan. Throws `DomainError`, now or later, before anything was answered. */
  answer(name: string, request: IncomingMessage, reply: Reply): NowOrLater<void> {
    const kind = bodyKindOf(request);
    const plan = PLAN_NAME.test(name) ? (this.plans.ready(name) ?? this.plans.get(name)) : null;
    return after(plan, (found) => {
      assertUsable(found);
      return kind === 'lines'
        ? this.answerLines(found, request, reply)
        : withBodyText(request, this.bounds, (text) => this.answerJson(found, readMaskRequest(text), reply));
    });
  }

  private async answerLines(plan: CompiledPlan, request: IncomingMessage, reply: Reply): Promise<void> {
    await this.assertStreamable(plan);
    await this.bulk.answer(plan, request, reply);
  }

  /** The built-in detector in the engine's place could leave unmasked what the engine would find. */
  private async assertStreamable({ asksEngine }: CompiledPlan): Promise<void> {
    if (asksEngine && (await this.masker.engineAddress()) !== null) {
      throw new ConflictError(
        'This plan asks the AI engine, which streams cannot: send the records as JSON ({"data": [...]}).',
      );
    }
  }

  private answerJson(plan: CompiledPlan, request: MaskRequest, reply: Reply): NowOrLater<void> {
    return request.aiEngineUrl === undefined
      ? this.masked(plan, request, reply)
      : this.masker.engineAddress().then((allowed) => {
          assertAllowedEngine(request.aiEngineUrl ?? '', allowed);
          return this.masked(plan, request, reply);
        });
  }

  private masked(plan: CompiledPlan, request: MaskRequest, reply: Reply): NowOrLater<void> {
    const log = new MaskLog(request.logLevel ?? plan.options.defaultLogLevel);
    if (log.takes('DEBUG')) {
      log.add('DEBUG', secretsText(request));
      log.add('DEBUG', hashText(request.hashValues));
    }
    return after(this.masker.mask(plan, request), (outcome) => {
      const requestId = JSON.stringify(request.requestId ?? randomUUID());
      const planText = `{"name":${JSON.stringify(plan.name)},"serial":${plan.serial}}`;
      if ('failure' in outcome) {
        log.fail(`Masking failed. ${outcome.failure}`);
        reply.send(400, `{"logs":${log.json()},${tail(requestId, planText)}`);
        return;
      }
      if (log.takes('INFO')) {
        const records = counted(request.records.length / 2, 'record');
        log.add('INFO', `Masked ${records} by ${counted(plan.ruleset.rules.length, 'rule')}.`);
      }
      reply.send(200, `{"data":${outcome.json},"logs":${log.json()},${tail(requestId, planText)}`);
    });
  }
}

function tail(requestId: string, plan: string): string {
  return `"request_id":${requestId},"charset":"utf-8","encoding":"json","ruleset_plan":${plan}}`;
}

function assertUsable(plan: CompiledPlan | null): asserts plan is CompiledPlan {
  if (plan === null) {
    throw new NotFoundError('There is no ruleset plan of this name.');
  }
  if (!plan.options.enabled) {
    throw new ConflictError(
      'This ruleset plan is disabled. To mask with it, PATCH it with {"options": {"enabled": true}}.',
    );
  }
}

/** Texts are never sent to an address that the operator does not name. */
function assertAllowedEngine(wanted: string, allowed: string | null): void {
  if (wanted.replace(/\/+$/, '') === allowed?.replace(/\/+$/, '')) {
    return;
  }
  const msg = 'This engine may not be asked: only the one of the settings or the operator (AI_ENGINE_URL).';
  throw new ShapeError([
    { type: 'value_error', loc: ['body', 'ai_engine_url'], msg, input: wanted.slice(0, 200) },
  ]);
}

function secretsText({ runSecret, disableInstanceSecret }: MaskRequest): string {
  const run = runSecret === undefined ? 'A random run secret was made' : 'The given run secret is used';
  return `${run}, ${disableInstanceSecret ? 'without' : 'with'} the instance secret.`;
}

function hashText(hashValues: HashValues): string {
  if (hashValues === undefined) {
    return 'No hash values were given.';
  }
  return typeof hashValues === 'string'
    ? 'One hash value holds for all records.'
    : 'Each record has a hash value of its own.';
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '../common/errors/domain-error.js';
import { ShapeError } from '../common/errors/shape-error.js';
import { CONFIG, type Config } from '../config/config.js';
import type { CompiledPlan } from '../ifm-plans/compiled-plan.js';
import { CompiledPlans } from '../ifm-plans/compiled-plans.js';
import { PLAN_NAME } from '../ifm-plans/plan-name.js';
import { readBodyText } from './body-reader.js';
import { BulkMasker } from './bulk-masker.js';
import { MaskLog } from './mask-log.js';
import { readMaskRequest, type HashValues, type MaskRequest } from './mask-request.js';
import { Masker } from './masker.js';
import { bodyKindOf } from './media-type.js';
import type { Reply } from './reply.js';

/** Makes the answers of masking requests whose callers may mask. */
@Injectable()
export class MaskAnswers {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly plans: CompiledPlans,
    private readonly masker: Masker,
    private readonly bulk: BulkMasker,
  ) {}

  /** `name`: of the plan. Throws `DomainError` before anything was answered. */
  async answer(name: string, request: IncomingMessage, reply: Reply): Promise<void> {
    const kind = bodyKindOf(request);
    const plan = PLAN_NAME.test(name) ? (this.plans.ready(name) ?? (await this.plans.get(name))) : null;
    assertUsable(plan);
    if (kind === 'lines') {
      await this.assertStreamable(plan);
      await this.bulk.answer(plan, request, reply);
      return;
    }
    const { maxMaskBodyMb, maskBodyMs } = this.config.limits;
    const bounds = { maxMb: maxMaskBodyMb, maxMs: maskBodyMs };
    await this.answerJson(plan, readMaskRequest(await readBodyText(request, bounds)), reply);
  }

  /** The built-in detector in the engine's place could leave unmasked what the engine would find. */
  private async assertStreamable({ asksEngine }: CompiledPlan): Promise<void> {
    if (asksEngine && (await this.masker.engineAddress()) !== null) {
      throw new ConflictError(
        'This plan asks the AI engine, which streams cannot: send the records as JSON ({"data": [...]}).',
      );
    }
  }

  private async answerJson(plan: CompiledPlan, request: MaskRequest, reply: Reply): Promise<void> {
    if (request.aiEngineUrl !== undefined) {
      assertAllowedEngine(request.aiEngineUrl, await this.masker.engineAddress());
    }
    const log = new MaskLog(request.logLevel ?? plan.options.defaultLogLevel);
    const count = request.records.length / 2;
    if (log.takes('DEBUG')) {
      log.add('DEBUG', secretsText(request));
      log.add('DEBUG', hashText(request.hashValues));
    }
    const outcome = await this.masker.mask(plan, request);
    const requestId = JSON.stringify(request.requestId ?? randomUUID());
    const planText = `{"name":${JSON.stringify(plan.name)},"serial":${plan.serial}}`;
    if ('failure' in outcome) {
      log.fail(`Masking failed. ${outcome.failure}`);
      reply.send(400, `{"logs":${log.json()},${tail(requestId, planText)}`);
      return;
    }
    if (log.takes('INFO')) {
      log.add('INFO', `Masked ${counted(count, 'record')} by ${counted(plan.ruleset.rules.length, 'rule')}.`);
    }
    reply.send(200, `{"data":${outcome.json},"logs":${log.json()},${tail(requestId, planText)}`);
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

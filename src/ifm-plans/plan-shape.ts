import { ShapeError } from '../common/errors/shape-error.js';
import { IfmShape } from '../common/validation/ifm-shape.js';
import { isStorable } from '../common/validation/storable-text.js';
import type { NewPlan, PlanChanges, PlanSlice } from './ifm-plans.service.js';
import { LOG_LEVELS } from './log-levels.js';
import type { PlanBody } from './plan-body.js';
import { MAX_PLAN_NAME, MAX_PLAN_RULESET, PLAN_NAME } from './plan-name.js';
import type { PlanOptions } from './plan-options.js';

const DEFAULT_PAGE = 50;
const MAX_PAGE = 1_000;
const MAX_OFFSET = 2_147_483_647;

/** Which form a request has: every function below throws a `ShapeError` with all that is wrong with it. */
export function readNewPlan(body: PlanBody): NewPlan {
  const shape = configurationOf(body, true);
  const name = shape.text('name', { required: true, min: 1, max: MAX_PLAN_NAME, pattern: PLAN_NAME });
  const plan = readReplacement(shape, body);
  return { name: name ?? '', ...plan };
}

/** PUT: what is not given resets to its default. */
export function readPlanReplacement(body: PlanBody): Omit<NewPlan, 'name'> {
  return readReplacement(configurationOf(body, true), body);
}

/** PATCH: what is not given stays as it is. */
export function readPlanChanges(body: PlanBody): PlanChanges {
  const shape = configurationOf(body, false);
  const rulesetYaml = readRuleset(shape, body, false);
  const options = readOptions(shape);
  shape.finish();
  return { rulesetYaml, options };
}

/** `limit` and `offset` of a list. */
export function readPlanSlice(query: Readonly<Record<string, unknown>>): PlanSlice {
  const shape = IfmShape.ofQuery(query);
  const limit = shape.whole('limit', { min: 1, max: MAX_PAGE });
  const offset = shape.whole('offset', { min: 0, max: MAX_OFFSET });
  shape.assertSound();
  return { limit: limit ?? DEFAULT_PAGE, offset: offset ?? 0 };
}

function readReplacement(shape: IfmShape, body: PlanBody): Omit<NewPlan, 'name'> {
  const rulesetYaml = readRuleset(shape, body, true);
  const options = readOptions(shape);
  shape.finish();
  return { rulesetYaml: rulesetYaml ?? '', options };
}

function configurationOf({ configuration, isForm }: PlanBody, isRequired: boolean): IfmShape {
  if (configuration === undefined && isForm) {
    if (!isRequired) {
      return IfmShape.of({});
    }
    const msg = 'This part is required: the plan as JSON, without its ruleset.';
    throw new ShapeError([{ type: 'missing', loc: ['body', 'configuration'], msg, input: null }]);
  }
  return IfmShape.of(configuration);
}

/** Of a form it is a part of its own, and no field of the JSON. */
function readRuleset(shape: IfmShape, body: PlanBody, required: boolean): string | undefined {
  const rule = { required, max: MAX_PLAN_RULESET };
  const [field, source] = body.isForm
    ? ['ruleset', shape.beside({ ruleset: body.ruleset })]
    : ['ruleset_yaml', shape];
  const text = source.text(field, rule);
  if (text !== undefined && !isStorable(text)) {
    source.fault(
      field,
      'value_error',
      'The text holds characters that cannot be stored (NUL, or half a surrogate pair).',
    );
  }
  return text;
}

function readOptions(shape: IfmShape): Partial<PlanOptions> {
  const options = shape.object('options');
  if (options === undefined) {
    return {};
  }
  const enabled = options.flag('enabled');
  const defaultEncoding = options.choice('default_encoding', ['json']);
  const defaultCharset = options.choice('default_charset', ['utf-8']);
  const defaultLogLevel = options.choice('default_log_level', LOG_LEVELS);
  options.closeFields();
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(defaultEncoding === undefined ? {} : { defaultEncoding }),
    ...(defaultCharset === undefined ? {} : { defaultCharset }),
    ...(defaultLogLevel === undefined ? {} : { defaultLogLevel }),
  };
}

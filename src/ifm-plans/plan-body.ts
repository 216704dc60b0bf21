import { isUtf8 } from 'node:buffer';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { invalidJsonFault, ShapeError, type ShapeFault } from '../common/errors/shape-error.js';
import { formParts } from './plan-form.js';

/** What a request says about a plan, before it is checked. */
export interface PlanBody {
  /** The JSON object: the body itself, or the part `configuration`; undefined: a form without that part. */
  readonly configuration: unknown;
  /** The part `ruleset` of a form; undefined: it stands in the JSON object, or there is none. */
  readonly ruleset: string | undefined;
  readonly isForm: boolean;
}

const FORM_PARTS = ['configuration', 'ruleset'];

/** Hands the controller method the plan of a JSON body or of a form; see `planForm`. */
export const SentPlan = createParamDecorator((_: unknown, context: ExecutionContext): PlanBody =>
  planBodyOf(context.switchToHttp().getRequest<Request>()),
);

function planBodyOf(request: Request): PlanBody {
  if (!request.is('multipart/form-data')) {
    return { configuration: request.body as unknown, ruleset: undefined, isForm: false };
  }
  const parts = formParts(request);
  const faults = [...parts.keys()]
    .filter((name) => !FORM_PARTS.includes(name))
    .map((name): ShapeFault => fault(name, 'extra_forbidden', 'There is no such part here.'));
  const configuration = parts.get('configuration');
  const ruleset = parts.get('ruleset');
  for (const [name, bytes] of parts) {
    if (!isUtf8(bytes)) {
      faults.push(fault(name, 'value_error', 'Must be text in UTF-8.'));
    }
  }
  const read = configuration === undefined ? undefined : readJson(configuration.toString('utf8'), faults);
  if (faults.length > 0) {
    throw new ShapeError(faults);
  }
  return { configuration: read, ruleset: ruleset?.toString('utf8'), isForm: true };
}

function readJson(text: string, faults: ShapeFault[]): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    faults.push(invalidJsonFault(['body', 'configuration'], ''));
    return undefined;
  }
}

function fault(part: string, type: ShapeFault['type'], msg: string): ShapeFault {
  return { type, loc: ['body', part], msg, input: null };
}

import type { IncomingMessage } from 'node:http';
import { IfmShape } from '../common/validation/ifm-shape.js';
import { readSettings, type MaskSettings } from './mask-request.js';

/** What a stream of records says about itself: in its address, and its secret in a header. */
export interface BulkSettings extends MaskSettings {
  /** Is each line `{"data": …, "hash_value": …}` instead of a bare record? */
  readonly hashEach: boolean;
}

const TRUTH: Readonly<Record<string, boolean | undefined>> = { true: true, false: false };
const SECRET_HEADER = 'x-run-secret';

/** Throws a `ShapeError` with everything that is wrong. */
export function readBulkSettings(request: IncomingMessage): BulkSettings {
  const query = new URLSearchParams(/\?(.*)$/s.exec(request.url ?? '')?.[1] ?? '');
  const runSecret = request.headers[SECRET_HEADER];
  const fields = Object.fromEntries(query);
  const disable = fields.disable_instance_secret;
  const shape = IfmShape.ofQuery({
    ...fields,
    ...(disable === undefined ? {} : { disable_instance_secret: TRUTH[disable] ?? disable }),
    run_secret: runSecret,
  });
  const settings = readSettings(shape);
  if (query.has('run_secret')) {
    const message = 'Addresses end up in logs: send the secret as the header "X-Run-Secret".';
    shape.fault('run_secret', 'value_error', message);
  }
  if (settings.aiEngineUrl !== undefined) {
    shape.fault('ai_engine_url', 'value_error', 'Streams are masked by the engine of the service.');
  }
  const hashEach = shape.choice('hash_values', ['each']) === 'each';
  shape.finish();
  return { ...settings, hashEach };
}

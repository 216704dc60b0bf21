import { compileDateFormat } from '../values/strftime.js';
import { NOT_READ, reportParameter, text, wrongType } from './parameters.js';
import { parseMoment } from '../values/temporal.js';
import type { Moment } from '../values/temporal.js';
import type { ParameterType } from './parameters.js';

/** A bound in time; `now` is the run's start. */
export type TimeBound = Moment | 'now';

/** An ISO 8601 date or moment, `now` or `current_date_time`. */
export function timeBound(description: string): ParameterType<TimeBound> {
  return {
    type: 'date or time',
    description,
    constraints: 'ISO 8601, now or current_date_time',
    read: (node, scope) => {
      if (node.kind !== 'scalar' || typeof node.value !== 'string') {
        return wrongType(node, scope, 'a date such as "2020-01-31", or now');
      }
      if (node.value === 'now' || node.value === 'current_date_time') {
        return 'now';
      }
      const message = 'This is no date or time in ISO 8601, such as 2020-01-31 or 2020-01-31T08:00:00Z.';
      return parseMoment(node.value) ?? reportParameter(node, scope, 'bad_date', message);
    },
  };
}

/** A Python date format that can be used. */
export function dateFormat(description: string): ParameterType<string> {
  const asText = text(description);
  return {
    ...asText,
    type: 'date format',
    constraints: '%Y %y %m %d %H %I %p %M %S %f %j %b %B %a %A %z %Z %% %-d %-m',
    read: (node, scope) => {
      const written = asText.read(node, scope);
      const compiled = written === NOT_READ ? null : compileDateFormat(written);
      return compiled !== null && 'problem' in compiled
        ? reportParameter(node, scope, 'bad_format', `The date format cannot be used: ${compiled.problem}.`)
        : written;
    },
  };
}

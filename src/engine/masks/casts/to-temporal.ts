import { dateText, isReal, parseMoment, timeText, zoneText } from '../../values/temporal.js';
import type { DateFormat } from '../../values/strftime.js';
import type { Moment } from '../../values/temporal.js';
import type { TypedText, Value } from '../../values/value.js';

export function castToDate(value: Exclude<Value, null>, format: DateFormat | null): TypedText | undefined {
  if (isTemporal(value) && value.kind === 'date') {
    return value;
  }
  const moment = momentOf(value, format);
  if (moment !== null) {
    return { kind: 'date', text: dateText(moment) };
  }
  return isTemporal(value) && isInfinite(value) ? { kind: 'date', text: value.text } : undefined;
}

export function castToDatetime(
  value: Exclude<Value, null>,
  format: DateFormat | null,
): TypedText | undefined {
  if (isTemporal(value) && (value.kind === 'datetime' || isInfinite(value))) {
    return { kind: 'datetime', text: value.text };
  }
  const moment = momentOf(value, format);
  if (moment === null) {
    return undefined;
  }
  const zone = moment.offset === 0 ? '+00' : zoneText(moment.offset);
  return { kind: 'datetime', text: `${dateText(moment)} ${timeText(moment)}${zone}` };
}

function momentOf(value: Exclude<Value, null>, format: DateFormat | null): Moment | null {
  if (typeof value === 'string' && format !== null) {
    const moment = format.read(value);
    return moment !== null && isReal(moment) ? moment : null;
  }
  const text = typeof value === 'string' ? value : isTemporal(value) ? value.text : null;
  return text === null ? null : parseMoment(text);
}

function isTemporal(value: Exclude<Value, null>): value is TypedText {
  return typeof value === 'object' && 'kind' in value && (value.kind === 'date' || value.kind === 'datetime');
}

function isInfinite(value: TypedText): boolean {
  return value.text.endsWith('infinity');
}

import { parseMoment } from '../../values/temporal.js';
import { valueText } from '../../values/value-text.js';
import type { DateFormat } from '../../values/strftime.js';
import type { Value } from '../../values/value.js';

/** Text as by `valueText`; documents are their own text, bytes must be UTF-8, dates may take a format. */
export function castToString(value: Exclude<Value, null>, format: DateFormat | null): string | undefined {
  if (value instanceof Uint8Array) {
    return utf8Text(value);
  }
  if (typeof value !== 'object') {
    return valueText(value) ?? undefined;
  }
  if (value.kind === 'json') {
    return value.text;
  }
  if (format === null || value.kind === 'decimal') {
    return valueText(value) ?? undefined;
  }
  const moment = parseMoment(value.kind === 'time' ? `1900-01-01 ${value.text}` : value.text);
  return moment === null ? undefined : format.write(moment);
}

function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

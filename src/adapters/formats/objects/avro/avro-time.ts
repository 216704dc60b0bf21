import type { AvroTime } from './avro-shape.js';

const DAY_SECONDS = 86_400n;
const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?)?\s*(?:Z|([-+]\d\d)(?::?(\d\d))?)?$/;
/** First and last second of the years 1 to 9999. */
const EARLIEST = -62_135_596_800n;
const LATEST = 253_402_300_799n;

/** The JSON text of a date, time or moment; null: ISO 8601 has no usual form of it. */
export function timeText(value: bigint, { form, digits }: AvroTime): string | null {
  if (form === 'date') {
    const day = isoText(value * DAY_SECONDS);
    return day === null ? null : JSON.stringify(day.slice(0, 10));
  }
  const unit = 10n ** BigInt(digits);
  const seconds = floorDivide(value, unit);
  const fraction = (value - seconds * unit).toString().padStart(digits, '0');
  const iso = isoText(seconds);
  if (iso === null || (form === 'time' && (value < 0n || seconds >= DAY_SECONDS))) {
    return null;
  }
  const clock = `${iso.slice(11, 19)}.${fraction}`;
  const moment = `${iso.slice(0, 10)}T${clock}${form === 'timestamp' ? 'Z' : ''}`;
  return JSON.stringify(form === 'time' ? clock : moment);
}

/** The number that a text of ISO 8601 stands for; null: it is none. What is finer than the type is cut off. */
export function readTime(text: string, { form, digits }: AvroTime): bigint | null {
  const match = MOMENT.exec(form === 'time' ? `1970-01-01T${text}` : text);
  const milliseconds = Date.parse(`${match?.[1] ?? ''}T${match?.[2] ?? '00:00'}Z`);
  if (match === null || Number.isNaN(milliseconds)) {
    return null;
  }
  const seconds = BigInt(milliseconds / 1000) - (form === 'timestamp' ? offsetSeconds(match) : 0n);
  if (form === 'date') {
    return floorDivide(seconds, DAY_SECONDS);
  }
  const fraction = (match[3] ?? '').padEnd(digits, '0').slice(0, digits);
  return seconds * 10n ** BigInt(digits) + BigInt(fraction);
}

/** Without a zone it is UTC. */
function offsetSeconds([, , , , hours = '+0', minutes = '0']: RegExpExecArray): bigint {
  const sign = hours.startsWith('-') ? -1n : 1n;
  return sign * (BigInt(hours.slice(1)) * 3600n + BigInt(minutes) * 60n);
}

function isoText(seconds: bigint): string | null {
  return seconds < EARLIEST || seconds > LATEST ? null : new Date(Number(seconds) * 1000).toISOString();
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value < 0n && quotient * by !== value ? quotient - 1n : quotient;
}

import type { AvroDecimal } from './avro-shape.js';

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/** The number that big-endian bytes in two's complement stand for. */
export function decimalText(bytes: Buffer, { scale }: AvroDecimal): string {
  const unsigned = bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`);
  const value = BigInt.asIntN(Math.max(1, bytes.length * 8), unsigned);
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale);
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** As few bytes as may be, or `size` of them; null: the number does not fit. */
export function decimalBytes(
  text: string,
  { precision, scale }: AvroDecimal,
  size: number | null,
): Buffer | null {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  const kept = fraction.replace(/0+$/, '');
  if (whole === '' || kept.length > scale) {
    return null;
  }
  const digits = BigInt(whole + kept.padEnd(scale, '0'));
  const value = sign === '-' ? -digits : digits;
  const length = size ?? leastLength(value);
  const isInRange = BigInt.asIntN(length * 8, value) === value;
  if (!isInRange || (precision > 0 && digits >= 10n ** BigInt(precision))) {
    return null;
  }
  const hex = BigInt.asUintN(length * 8, value).toString(16);
  return Buffer.from(hex.padStart(length * 2, '0'), 'hex');
}

function leastLength(value: bigint): number {
  let length = 1;
  while (BigInt.asIntN(length * 8, value) !== value) {
    length++;
  }
  return length;
}

import { kindOf } from '../values/kinds.js';
import { valueText } from '../values/value-text.js';
import type { MaskCompileContext } from './mask-definition.js';
import type { Value } from '../values/value.js';

/** A reader of the text that a text mask works on: null for NULL, an error for bytes and documents. */
export function textInput(context: MaskCompileContext): (value: Value) => string | null {
  return (value) => {
    if (typeof value === 'string') {
      return value;
    }
    const text = valueText(value);
    return text === undefined ? context.fail('unsupported_kind', `${kindOf(value)} has no text form`) : text;
  };
}

/** Is there no character beyond the basic plane, so that code units are code points? */
export function isBasicPlane(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0xd800 && code <= 0xdfff) {
      return false;
    }
  }
  return true;
}

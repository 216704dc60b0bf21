import { isBasicPlane } from './text-input.js';
import type { MaskCompileContext } from './mask-definition.js';

/** Cuts a text, or repeats it from its start, to the length of another, in characters. */
export function fitLength(text: string, like: string, context: MaskCompileContext): string {
  if (text === '') {
    return like === ''
      ? ''
      : context.fail('empty_output', 'the masks give empty text, which has no length to keep');
  }
  if (isBasicPlane(text) && isBasicPlane(like)) {
    return repeated(text, like.length, text.length).slice(0, like.length);
  }
  const wanted = [...like].length;
  const characters = [...text];
  return Array.from({ length: wanted }, (_, index) => characters[index % characters.length]).join('');
}

function repeated(text: string, wanted: number, length: number): string {
  return length >= wanted ? text : text.repeat(Math.ceil(wanted / length));
}

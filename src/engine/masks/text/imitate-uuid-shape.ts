import type { Draws } from '../../random/draws.js';
import type { ImitateOptions } from './imitate-text.js';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Like imitating text, but letters stay within a to f, since a column of UUIDs takes nothing else. */
export function uuidImitator(options: ImitateOptions): (text: string, draws: Draws) => string {
  return (text, draws) => {
    let result = '';
    for (let i = 0; i < text.length; i++) {
      result += replaced(text.charAt(i), options, draws);
    }
    return result;
  };
}

function replaced(character: string, options: ImitateOptions, draws: Draws): string {
  const sets: readonly (readonly [boolean, string])[] = [
    [options.digits, '0123456789'],
    [options.lower, 'abcdef'],
    [options.upper, 'ABCDEF'],
  ];
  const members = sets.find(([enabled, set]) => enabled && set.includes(character))?.[1];
  if (members === undefined) {
    return character;
  }
  const skip = options.forceChange ? 1 : 0;
  const drawn = draws.below(members.length - skip);
  return members.charAt(skip === 1 && drawn >= members.indexOf(character) ? drawn + 1 : drawn);
}

import { randomInt } from 'node:crypto';

/** Longest name that a plan is asked for, without its suffix. */
export const MAX_PLAN_NAME = 100;
/** The name is part of addresses, and is not to be written in two ways there. */
export const PLAN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Longest ruleset of a plan, in characters: it is compiled while the caller waits. */
export const MAX_PLAN_RULESET = 512 * 1024;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SUFFIX_LENGTH = 6;

/** Can a plan have this name? Whatever else stands in an address names nothing. */
export function isPlanName(name: string): boolean {
  return name.length <= MAX_PLAN_NAME + SUFFIX_LENGTH + 1 && PLAN_NAME.test(name);
}

/** The name with a random ending, so that two plans of one name do not collide. */
export function withSuffix(name: string): string {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${name}-${suffix}`;
}

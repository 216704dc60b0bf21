import { documentStart, INVALID, skipColon, skipString, skipValue, skipWhite } from './json-scanner.js';

/** One member of a JSON object, by its place in the text. */
export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Of a list: where each item starts and ends, one after the other; null: it is no list. */
  readonly items: readonly number[] | null;
}

/**
 * The members of a text that is one JSON object, in their order, each as often as it is written; null: it is not. One
 * pass; nothing is copied but the keys.
 */
export function readJsonMembers(text: string): JsonMember[] | null {
  const members: JsonMember[] = [];
  let at = skipWhite(text, 0);
  if (text[at] !== '{') {
    return null;
  }
  at = skipWhite(text, at + 1);
  while (at >= 0 && text[at] !== '}') {
    const member = text[at] === '"' ? readMember(text, at) : null;
    if (member === null) {
      return null;
    }
    members.push(member);
    at = nextPlace(text, member.end, '}');
  }
  return at >= 0 && skipWhite(text, at + 1) === text.length ? members : null;
}

/** The text of the one value of a JSON document, without white around it; null: it is not one. */
export function readJsonDocument(text: string): string | null {
  const start = documentStart(text);
  return start < 0 ? null : text.slice(start, skipValue(text, start));
}

function readMember(text: string, keyStart: number): JsonMember | null {
  const keyEnd = skipString(text, keyStart);
  const start = skipColon(text, keyEnd);
  if (start < 0) {
    return null;
  }
  const key = JSON.parse(text.slice(keyStart, keyEnd)) as string;
  const items = text[start] === '[' ? readItems(text, start) : null;
  if (items === null) {
    const end = skipValue(text, start);
    return end < 0 ? null : { key, start, end, items };
  }
  return items.end < 0 ? null : { key, start, end: items.end, items: items.places };
}

function readItems(text: string, start: number): { readonly places: number[]; readonly end: number } {
  const places: number[] = [];
  let at = skipWhite(text, start + 1);
  while (at >= 0 && text[at] !== ']') {
    const end = skipValue(text, at);
    if (end < 0) {
      return { places, end: INVALID };
    }
    places.push(at, end);
    at = nextPlace(text, end, ']');
  }
  return { places, end: at < 0 ? INVALID : at + 1 };
}

/** From the end of one to the start of the next or to the closing bracket; a comma must not stand before that. */
function nextPlace(text: string, end: number, closing: string): number {
  const at = skipWhite(text, end);
  if (text[at] === closing) {
    return at;
  }
  const next = text[at] === ',' ? skipWhite(text, at + 1) : INVALID;
  return next >= 0 && text[next] !== closing ? next : INVALID;
}

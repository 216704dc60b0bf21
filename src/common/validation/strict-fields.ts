import { getMetadataStorage } from 'class-validator';
import type { FieldErrors } from '../errors/domain-error.js';
import { storableText } from './storable-text.js';

const READ_ONLY = Symbol('fields that are only shown');
const MAX_NAME = 60;

/**
 * Decorates the class of a body or query in which every field that is not declared is refused: a misspelt wish would
 * otherwise be passed over in silence. `shownOnly`: fields of answers, which clients may send back unchanged.
 */
export function StrictFields(...shownOnly: readonly string[]): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(READ_ONLY, shownOnly, target);
  };
}

/** What is wrong about the names of the fields; null: the class takes any, or knows all of them. */
export function unknownFields(type: object | undefined, given: unknown): FieldErrors | null {
  const shownOnly = type === undefined ? undefined : strictness(type);
  if (shownOnly === undefined || typeof given !== 'object' || given === null || Array.isArray(given)) {
    return null;
  }
  const known = declaredFields(type as new () => object);
  const unknown = Object.keys(given).filter((name) => !known.includes(name) && !shownOnly.includes(name));
  if (unknown.length === 0) {
    return null;
  }
  const text = `This field is not known. Known are ${known.join(', ')}.`;
  return Object.fromEntries(unknown.map((name) => [storableText(name).slice(0, MAX_NAME), [text]]));
}

/** Of the class itself: what is made of it (by `OmitType`) says so anew. */
function strictness(type: object): readonly string[] | undefined {
  return Reflect.getOwnMetadata(READ_ONLY, type) as readonly string[] | undefined;
}

function declaredFields(type: new () => object): readonly string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))].sort();
}

import { InvalidInputError } from '../errors/domain-error.js';
import { assertPlainInput } from './plain-input.js';

const faultOf = (input: unknown): unknown => {
  try {
    assertPlainInput(input);
    return null;
  } catch (error) {
    return error instanceof InvalidInputError ? (error.fields ?? error.message) : error;
  }
};

describe('assertPlainInput', () => {
  it('accepts ordinary objects, emoji included', () => {
    expect(faultOf({ name: '😀 größer', options: { list: [1, null, 'x'] } })).toBeNull();
  });

  it.each([[[]], ['text'], [5], [null]])('refuses %j', (input) => {
    expect(faultOf(input)).toBe('The body must be a JSON object.');
  });

  it.each(['a\0b', '\ud800', 'x\udc00y'])('names the field of a text that cannot be stored', (text) => {
    expect(faultOf({ options: { names: ['fine', text] } })).toEqual({
      'options.names.1': [expect.stringContaining('cannot be stored')],
    });
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the name %s anywhere', (name) => {
    const named = JSON.parse(`{"${name}": 1}`) as unknown;
    const refusal = [expect.stringContaining('name')];
    expect(Object.entries(faultOf(named) as object)).toEqual([[name, refusal]]);
    expect(faultOf({ options: named })).toEqual({ [`options.${name}`]: refusal });
    expect(faultOf({ list: [{}, { a: named }] })).toEqual({ [`list.1.a.${name}`]: refusal });
  });

  it('refuses names that cannot be stored, and shows them readably', () => {
    const refusal = [expect.stringContaining('cannot be stored')];
    expect(faultOf({ options: { 'a\0b': 1 } })).toEqual({ 'options.a\\u0000b': refusal });
    expect(faultOf({ '\ud800': 'x' })).toEqual({ '\\ud800': refusal });
  });

  it('refuses nesting beyond reason', () => {
    let deep: unknown = {};
    for (let level = 0; level < 10_000; level++) {
      deep = { deep };
    }
    expect(faultOf(deep)).toBe('The body is nested too deeply.');
  });
});

import { InvalidInputError } from '../errors/domain-error.js';
import { assertPlainQuery } from './plain-query.js';

describe('assertPlainQuery', () => {
  it.each(['limit[]', 'run_status[a]', 'limit[', 'a]'])('refuses %s', (name) => {
    expect(() => assertPlainQuery({ offset: '1', [name]: '1' })).toThrow(InvalidInputError);
  });

  it('accepts plain names, unknown ones too', () => {
    expect(() => assertPlainQuery({ limit: '[1]', other: ['1', '2'] })).not.toThrow();
  });
});

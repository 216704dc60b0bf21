import { validityFormOf } from './validity-form.js';

describe('validityFormOf (decision D2)', () => {
  it.each([
    ['boolean', undefined, false],
    ['boolean', 'curl/8.5.0', false],
    ['enum', 'datamasque-python/1.2.5 (Python/3.12; Linux/6.1)', false],
    ['boolean', 'my-datamasque-python/1.0', false],
    ['enum', undefined, true],
  ])('is %s for the user agent %s, upsert asked: %s', (form, userAgent, mentionsUpsert) => {
    expect(validityFormOf({ userAgent, mentionsUpsert })).toBe(form);
  });
});

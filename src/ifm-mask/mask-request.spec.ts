import { readMaskRequest } from './mask-request.js';

const SECRET = 'twenty characters at least';

/** A field that is only looked at closely, and says nothing. */
function lookedAtClosely(body: string): string {
  return body.replace(/\}\s*$/, ', "charset": "utf-8"}');
}

describe('readMaskRequest', () => {
  it.each([
    '{"data": []}',
    '{"data": [1, "a", {"b": [2]}], "hash_values": ["x", 2, null]}',
    '{"hash_values": {"a": 1}, "data": ["a"], "request_id": "r\\u002d1"}',
    '{"hash_values": null, "data": ["a"]}',
    `{"data": ["a"], "run_secret": "${SECRET}", "disable_instance_secret": true}`,
    `{"data": ["a"], "run_secret": "${'\\u0041'.repeat(20)}", "disable_instance_secret": false}`,
    '{"data": [1], "data": [2, 3]}',
    '{"data": 7, "data": [2, 3]}',
    `{"data": ["a"], "run_secret": null, "request_id": null, "disable_instance_secret": null}`,
  ])('reads %s fast as it does slowly', (body) => {
    const { text, ...fast } = readMaskRequest(body);
    const { text: other, ...slow } = readMaskRequest(lookedAtClosely(body));
    expect(text).toBe(body);
    expect(other.startsWith(text.slice(0, -1))).toBe(true);
    expect(fast).toEqual(slow);
  });

  it.each([
    '{"data": 7}',
    '{"data": [2], "data": 7}',
    '{}',
    '{"data": [], "run_secret": "short"}',
    `{"data": [], "run_secret": "${'x'.repeat(129)}"}`,
    '{"data": [], "run_secret": 12345678901234567890123}',
    '{"data": [], "request_id": 7}',
    '{"data": [], "disable_instance_secret": "true"}',
    '{"data": [], "disable_instance_secret": true}',
    '{"data": [], "more": 1}',
  ])('finds the same fault in %s', (body) => {
    const faultOf = (text: string): unknown => {
      try {
        return readMaskRequest(text);
      } catch (error) {
        return (error as { faults?: readonly { type: string; loc: unknown }[] }).faults?.map(
          ({ type, loc }) => ({ type, loc }),
        );
      }
    };
    expect(faultOf(body)).toEqual([expect.objectContaining({ loc: expect.any(Array) })]);
    expect(faultOf(body)).toEqual(faultOf(lookedAtClosely(body).replace('{, ', '{')));
  });
});

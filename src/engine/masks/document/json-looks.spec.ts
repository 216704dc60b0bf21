import { JsonMatcher } from './json-matcher.js';
import { planLooks } from './json-looks.js';
import { planPasses } from './json-paths.js';

type Path = readonly (string | number)[];

/** What is noted in the text for each match of `path` that wants `wanted`; null: it is to be looked up. */
function noted(text: string, path: Path, wanted: Path): readonly (string | null | undefined)[] {
  const [look] = planLooks([path], [{ path, wanted }]);
  const looks = look === null || look === undefined ? [] : [look];
  const matcher = new JsonMatcher([path], looks, [looks.length > 0]);
  const { root } = planPasses([path], looks)[0]!;
  expect(matcher.run(text, 0, { node: root, steps: [] })).toBe(text.length);
  return matcher.matches.map(({ frames }) => {
    const frame = looks[0] === undefined ? undefined : frames[looks[0].anchor];
    const start = frame?.[2 * looks[0]!.slot] ?? null;
    return start === null ? null : start < 0 ? undefined : text.slice(start, frame![2 * looks[0]!.slot + 1]);
  });
}

describe('values that masks look at, noted on the walk that finds what is masked', () => {
  interface Case {
    readonly text: string;
    readonly path: Path;
    readonly wanted: Path;
    readonly found: readonly (string | null | undefined)[];
  }

  it('are looked up where planning them would take longer', () => {
    const paths = Array.from({ length: 10_000 }, (_, i): Path => [`k${i}`, 'x']);
    const wanted = paths.map((path) => ({ path, wanted: [path[0]!, 'y'] }));
    const startedAt = performance.now();
    expect(planLooks(paths, wanted).every((look) => look === null)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  const list = '[{"i":1,"n":"a"},{"n":"b","i":2},{"n":"c"}]';
  const one: readonly Path[] = [['name'], ['id']];
  const noting = (text: string, [path = [], wanted = []]: readonly Path[], found: Case['found']): Case => ({
    ...{ text, path, wanted, found },
  });

  it.each<[string, Case]>([
    ['before it', noting('{"id":7,"name":"a"}', one, ['7'])],
    ['behind it', noting('{"name":"a","id":[1, 2]}', one, ['[1, 2]'])],
    ['the value itself', noting('{"name":"a"}', [['name'], ['name']], ['"a"'])],
    ['around it', noting('{"p":{"name":"a"}}', [['p', 'name'], ['p']], ['{"name":"a"}'])],
    ['nowhere', noting('{"name":"a"}', one, [undefined])],
    [
      'for each item its own',
      noting(
        list,
        [
          ['*', 'n'],
          ['*', 'i'],
        ],
        ['1', '2', undefined],
      ),
    ],
    ['one for all', noting('{"l":[{"n":"a"},{"n":"b"}],"t":9}', [['l', '*', 'n'], ['t']], ['9', '9'])],
    ['with escapes in its key', noting('{"\\u0069d":7,"name":"a"}', one, ['7'])],
    ['its key twice, where the last counts', noting('{"id":7,"name":"a","id":8}', one, ['8'])],
    [
      'on a way that comes twice',
      noting('{"p":{"id":1},"name":"a","p":{}}', [['name'], ['p', 'id']], [undefined]),
    ],
    ['inside what is masked', noting('{"p":{"id":1}}', [['p'], ['p', 'id']], [null])],
    [
      'elsewhere by another *',
      noting(
        '{"a":{"x":1},"b":{"x":2}}',
        [
          ['b', '*'],
          ['a', '*'],
        ],
        [null],
      ),
    ],
  ])('%s', (_, { text, path, wanted, found }) => {
    expect(noted(text, path, wanted)).toEqual(found);
  });
});

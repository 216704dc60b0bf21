import { array, assert, constant, constantFrom, integer, property, tuple } from 'fast-check';
import { compileDocuments, maskDocuments } from '../../../../test/support/mask-documents.js';
import { xmlFormat } from '../index.js';
import { XmlParts } from './xml-parts.js';
import type { Arbitrary } from 'fast-check';

const TOO_LONG = 'too_long';
const IMITATED = '{type: imitate}';
const SELF = ', hash_sources: [{source: self}]';

/** One transform of the `xml` mask. */
function rule(path: string, more = '', masks = IMITATED): string {
  return `[{masks: [{type: xml, transforms: [{path: "${path}", on_missing: skip${more}, masks: [${masks}]}]}]}]`;
}

/** What becomes of a document that is cut into parts of `length` characters or a little more; null: it must be whole. */
function streamed(text: string, rules: string, length: number): string | null {
  const stream = compileDocuments(rules, 'text').streamXml?.() ?? null;
  if (stream === null) {
    return null;
  }
  const parts = new XmlParts(length);
  let result = '';
  try {
    for (let at = 0; at < text.length; at += 7) {
      for (const part of parts.push(text.slice(at, at + 7))) {
        result += stream.part(part);
      }
    }
    result += stream.part(parts.end());
  } catch (error) {
    if ((error as { code?: string }).code === TOO_LONG) {
      return TOO_LONG;
    }
    throw error;
  }
  stream.end();
  return result;
}

function whole(text: string, rules: string): string {
  return compileDocuments(rules, 'text').mask(text, 0) ?? text;
}

const words = constantFrom(
  'Anna',
  'x &amp; y',
  ' ',
  '<!-- <b> -->',
  '<![CDATA[ </a> ]]>',
  '<?p <a> ?>',
  '&#65;b',
);
const element = (child: Arbitrary<string> | null): Arbitrary<string> =>
  tuple(
    constantFrom('a', 'b', 'p:c'),
    constantFrom('', ' k="1>"', ' k = \'Bo\' j="/"', ' xmlns="u"'),
    child === null ? constant([]) : array(child, { maxLength: 3 }),
    array(words, { maxLength: 3 }),
  ).map(([name, attributes, children, texts]) => {
    const inner = children.map((text, index) => (texts[index] ?? '') + text).join('');
    const content = inner + (texts.at(-1) ?? '');
    return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name} >`;
  });
const node = element(element(element(null)));
const document = array(node, { minLength: 1, maxLength: 12 }).map(
  (nodes) => `<?xml version="1.0"?>\n<r xmlns:p="v"><l n="1">${nodes.join('\n')}</l></r>\n<!-- end -->`,
);

describe('XML documents in parts', () => {
  it.each([
    ['texts', rule('/r/l/b')],
    ['attributes', rule('/r/l/a/@k')],
    ['at any depth', rule('//b', SELF)],
    ['hashed by themselves', rule('/r/l/*/*', SELF)],
    ['each with draws of its own', rule('/r/l/a', ', advance_hash: true')],
    ['with namespaces', rule('/r/l/c')],
    ['with conditions', rule("/r/l[@n='1']//b[@k]", SELF)],
  ])('come out as whole ones do: %s', (_, rules) => {
    let parts = 0;
    assert(
      property(document, integer({ min: 1, max: 120 }), (text, length) => {
        const outcome = streamed(text, rules, length);
        parts += Number(outcome !== TOO_LONG);
        // A masked element may be longer than a part.
        expect([whole(text, rules), TOO_LONG]).toContain(outcome);
      }),
      { seed: 1, numRuns: 150 },
    );
    expect(parts).toBeGreaterThan(20);
  });

  it('are cut as high up as can be', () => {
    const parts = [...new XmlParts(10).push('<r a=">"><l><x>1</x><x>2</x></l><l><x>3</x></l><l>behind it')];
    expect(
      parts.map(({ text, before, closed, behind }) => [text.slice(before, text.length - behind), closed]),
    ).toEqual([['<r a=">"><l><x>1</x><x>2</x></l><l><x>3</x></l>', 1]]);
  });

  it.each([
    ['draws go by the order of elements at many depths', rule('//b')],
    ['elements are counted', rule('/r/l/a[2]')],
    ['a source starts at the root', rule('/r/l/a', ', hash_sources: [{path: /r/l/b}]')],
    ['other masks take all of it', '[{masks: [{type: from_fixed, value: x}]}]'],
    ['the record is hashed', rule('/r').replace('[{masks', '[{hash_sources: [{xpath: /r/l}], masks')],
  ])('must be whole where %s', (_, rules) => {
    expect(streamed('<r/>', rules, 1)).toBeNull();
  });

  it('must be whole where a pattern tells what is skipped', () => {
    const skips = 'skip_defaults: [{matches: "<other"}]\n';
    expect(compileDocuments(rule('/r/l/a'), 'text', { more: skips }).streamXml?.()).toBeNull();
  });

  it('tell that a path leads nowhere, and what lies around elements that are cut', () => {
    const missing = rule('/r/none').replace('on_missing: skip', 'on_missing: error');
    expect(() => streamed('<r><a>1</a><a>2</a></r>', missing, 5)).toThrow('leads nowhere');
    const beside = rule('/r/a', ', hash_sources: [{path: b}]');
    expect(streamed('<r><b>0</b><a>1</a><a>2</a></r>', beside, 5)).toBe(TOO_LONG);
  });

  it('may be longer than what is held', async () => {
    const item = `<m k="1"><n>Ännchen</n>\r\n<o>${'note '.repeat(400)}</o></m>`;
    const count = Math.ceil((33 * 1024 * 1024) / item.length);
    const before = '\ufeff<?xml version="1.0"?><c>\n<list>';
    const text = `${before}${item.repeat(count)}</list></c>\n`;
    const { bytes, counts } = await maskDocuments(
      xmlFormat,
      text,
      rule('/c/list/m/n', '', '{type: from_fixed, value: "<Ü"}'),
    );
    const expected = Buffer.from(text.replaceAll('Ännchen', '&lt;Ü'));
    expect(bytes.equals(expected)).toBe(true);
    expect(counts).toEqual({ rows: 1, rowsMasked: 1, valuesMasked: count });
    const broken = Buffer.from(text.replace('</list></c>', '</lost></c>'));
    const failing = maskDocuments(xmlFormat, broken, rule('/c/list/m/n'));
    await expect(failing).rejects.toThrow(/Somewhere in lines \d+ to \d+ this is no well-formed XML/);
  }, 120_000);
});

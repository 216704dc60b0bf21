import { parseXml } from './xml-parser.js';
import { XmlProblem } from './xml-document.js';

const LONG = 12_000_000;

describe('parseXml', () => {
  it.each([
    ['of the first plane', 'é'.repeat(LONG)],
    ['of another', '𝒜'.repeat(LONG / 2)],
  ])('takes attributes and texts of any length: characters %s', (_, text) => {
    const root = parseXml(`<a b="${text}">${text}</a>`);
    expect(root.attributes[0]?.piece.value.length).toBe(LONG);
    expect(root.texts[0]?.value.length).toBe(LONG);
  });

  it('keeps the places of attributes, with either quote', () => {
    const text = `<a  b = "1'2"\n c='3"4' x:d=""/>`;
    const { attributes } = parseXml(text);
    expect(
      attributes.map(({ name, local, piece }) => [name, local, text.slice(piece.start, piece.end)]),
    ).toEqual([
      ['b', 'b', "1'2"],
      ['c', 'c', '3"4'],
      ['x:d', 'd', ''],
    ]);
    expect(attributes.map(({ piece }) => piece.around)).toEqual(['"', "'", '"']);
  });

  it.each([
    ['a name that never ends', `<${'a'.repeat(LONG)}`],
    ['a name of another plane', `<${'𝒜'.repeat(LONG / 2)}/>`],
    ['an attribute with a name without end', `<a ${'é'.repeat(LONG)}="x"/>`],
    ['a closing name without end', `<a></${'a'.repeat(LONG)}>`],
    ['an open quote', `<a b="${'x'.repeat(LONG)}`],
    ['a tag in a value', '<a b="<c>"/>'],
    ['two attributes of one name', '<a b="1" b="2"/>'],
    ['attributes without a blank', '<a b="1"c="2"/>'],
    ['no quotes', '<a b=1/>'],
    ['blanks alone', `<a${' '.repeat(LONG)}`],
    ['blanks before and behind the sign of an attribute', `<a b${' '.repeat(LONG)}=${' '.repeat(LONG)}c`],
    ['blanks in a closing tag', `<a></a${' '.repeat(LONG)}`],
    ['text behind blanks outside of the root', `<a/>${' '.repeat(LONG)}x`],
  ])('refuses %s', (_, text) => {
    expect(() => parseXml(text)).toThrow(XmlProblem);
  });
});

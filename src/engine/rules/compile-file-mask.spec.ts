import { compileFileMask, deriveRunKey, MaskingError, readRuleset } from '../index.js';
import type { DocumentContent, DocumentMask, MaskingContext } from '../index.js';

const CONTEXT: MaskingContext = {
  runKey: deriveRunKey('a secret of files', null),
  repeatable: false,
  nowMs: 0,
  seedFiles: new Map(),
};

function compile(
  rules: string,
  content: DocumentContent = 'json',
  { more = '', context = CONTEXT, path = 'letters/1' } = {},
): DocumentMask {
  const text = `version: "1.0"\n${more}tasks: [{type: mask_file, rules: ${rules}}]\n`;
  const { ruleset, problems } = readRuleset(text, { target: 'file' });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_file') {
    throw new Error('not a mask_file task');
  }
  const { mask, problems: found } = compileFileMask(task, content, context);
  expect(found).toEqual([]);
  return mask!.forFile(path);
}

describe('a compiled file mask', () => {
  it.each<[string, DocumentContent, string, string | null, number]>([
    ['[{masks: [{type: from_fixed, value: 7}]}]', 'json', '{"a": 1}', '7', 1],
    ['[{masks: [{type: from_fixed, value: gone}]}]', 'json', '{"a": 1}', '"gone"', 1],
    ['[{masks: [{type: from_fixed, value: gone}]}]', 'text', 'Dear Anna,\r\n', 'gone', 1],
    ['[{masks: [{type: from_fixed, value: null}]}]', 'text', 'Dear Anna,\r\n', '', 1],
    ['[{masks: [{type: do_nothing}]}]', 'json', '{"a": 1.0}', null, 0],
    [
      '[{masks: [{type: json, transforms: [{path: [a, "*"], masks: [{type: from_fixed, value: z}]}]}]}]',
      'json',
      '{"a": [1,  2] , "b":1e3}',
      '{"a": ["z",  "z"] , "b":1e3}',
      2,
    ],
    [
      '[{masks: [{type: xml, transforms: [{path: /a/b, masks: [{type: from_fixed, value: z}]}]}]}]',
      'text',
      "<?xml version='1.0'?><a x = '1'><b>7</b><!-- b --></a>\n",
      "<?xml version='1.0'?><a x = '1'><b>z</b><!-- b --></a>\n",
      1,
    ],
    [
      '[{masks: [{type: unstructured_text, matchers: {regex: [{label: T, pattern: "T-[0-9]+"}]}, masks: [{label: T, masks: [{type: from_fixed, value: "[t]"}]}]}]}]',
      'text',
      'see T-12 and T-3',
      'see [t] and [t]',
      2,
    ],
  ])('%s makes of %s %j %j', (...[rules, content, document, masked, values]) => {
    const mask = compile(rules, content);
    expect(mask.mask(document, 0)).toBe(masked);
    expect(mask.valuesMasked).toBe(values);
  });

  it('draws by what its hash sources name', () => {
    const imitating = (source: string): string =>
      `[{hash_sources: [${source}], masks: [{type: json, transforms: [{path: [name], masks: [{type: imitate}]}]}]}]`;
    const nameOf = (mask: DocumentMask, document: string): string =>
      (JSON.parse(mask.mask(document, 0)!) as { name: string }).name;
    const byNumber = imitating('{json_path: [id], trim: true}');
    const one = nameOf(compile(byNumber), '{"id": 7, "name": "Anna Berg"}');
    expect(nameOf(compile(byNumber, 'json', { path: 'b' }), '{"name": "Anna Berg", "id": " 7"}')).toBe(one);
    expect(nameOf(compile(byNumber), '{"id": 8, "name": "Anna Berg"}')).not.toBe(one);
    const byPath = imitating('{file_path: true}');
    const inFile = (path: string): string =>
      nameOf(compile(byPath, 'json', { path }), '{"name": "Anna Berg"}');
    expect(inFile('a')).toBe(inFile('a'));
    expect(inFile('a')).not.toBe(inFile('b'));
    const rule = '[{hash_sources: [{xpath: /a/@id}], masks: [{type: imitate}]}]';
    const letter = (id: number): string | null =>
      compile(rule, 'text').mask(`<a id="${id}">Anna Berg</a>`, 0);
    expect(letter(1)).toBe(letter(1));
    expect(letter(1)?.length).toBe(letter(2)?.length);
  });

  it('repeats itself by the places of documents where the secret was given', () => {
    const context = { ...CONTEXT, repeatable: true };
    const imitate = '[{masks: [{type: imitate}]}]';
    const at = (path: string, position: number): string | null =>
      compile(imitate, 'text', { context, path }).mask('Anna Berg 4711', position);
    expect(at('a', 3)).toBe(at('a', 3));
    expect(new Set([at('a', 3), at('a', 4), at('b', 3)]).size).toBe(3);
  });

  it('leaves alone what skip_defaults name', () => {
    const mask = compile('[{masks: [{type: from_fixed, value: x}]}]', 'text', {
      more: 'skip_defaults: ["", {matches: "KEEP"}]\n',
    });
    expect([mask.mask('', 0), mask.mask('KEEP it', 1), mask.mask('a', 2)]).toEqual([null, null, 'x']);
  });

  it('says of a mask that cannot take documents what is wrong, without the value', () => {
    const mask = compile('[{masks: [{type: retain_year}]}]', 'json');
    expect(() => mask.mask('{"secret": 1}', 0)).toThrow(MaskingError);
    expect(() => mask.mask('{"secret": 1}', 0)).not.toThrow(/secret/);
  });
});

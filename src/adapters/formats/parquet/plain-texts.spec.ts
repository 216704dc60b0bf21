import { FormatError } from '../format-error.js';
import { floatOf, truthOf } from './plain-texts.js';

describe('texts of Parquet values', () => {
  it.each(['constructor', 'toString', '', 'x'])('are no numbers and no truths where they are %p', (text) => {
    expect(() => floatOf(text)).toThrow(FormatError);
    expect(() => truthOf(text)).toThrow(FormatError);
  });
});

import { FormatError } from '../format-error.js';
import { SaxesParser } from 'saxes';

/** Says where a document that masks cannot read is not well-formed; null: it is, as far as XML goes. */
export function findXmlFault(document: string): FormatError | null {
  const parser = new SaxesParser({ xmlns: true });
  let found: FormatError | null = null;
  parser.on('error', () => {
    found ??= xmlFault(parser.line, parser.column);
  });
  parser.write(document).close();
  return found;
}

function xmlFault(line: number, column: number): FormatError {
  return new FormatError('malformed', `Line ${line}, character ${column}: this is no well-formed XML.`);
}

import { FormatError } from './format-error.js';
import iconv from 'iconv-lite';

/** The encoding of one file, found out from the task's word and the file's first bytes. */
export interface TextEncoding {
  /** As iconv-lite names it: `utf8`, `utf16le`, `windows1252` … */
  readonly name: string;
  /** Length of the byte order mark at the start of the file; 0: there is none. */
  readonly markLength: number;
}

const MARKS: readonly (readonly [name: string, mark: readonly number[]])[] = [
  ['utf32le', [0xff, 0xfe, 0, 0]],
  ['utf32be', [0, 0, 0xfe, 0xff]],
  ['utf8', [0xef, 0xbb, 0xbf]],
  ['utf16le', [0xff, 0xfe]],
  ['utf16be', [0xfe, 0xff]],
];

/** Names that iconv-lite does not know as they are written elsewhere. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  utf8sig: 'utf8',
  unicode: 'utf16',
  ucs2: 'utf16',
  utf32: 'utf32',
  unicode11utf8: 'utf8',
};

/** Known to iconv-lite, and no encodings of text, or with states that a part of a file cannot know. */
const NOT_TEXT: ReadonlySet<string> = new Set(['base64', 'hex', 'binary', 'utf7', 'utf7imap']);

/** Is this the name of an encoding that files may be read in? */
export function isEncoding(written: string): boolean {
  return written.toLowerCase() === 'auto' || plainName(written) !== null;
}

/**
 * `written`: as in the ruleset; `auto` is found out. `head`: the first bytes of the file. A byte order mark tells more
 * than a word does, where the word may be a default: it wins over `utf-8`, `utf-16`, `utf-32` and `auto`.
 */
export function resolveEncoding(written: string, head: Uint8Array): TextEncoding {
  const isAuto = written.toLowerCase() === 'auto';
  const name = isAuto ? 'auto' : plainName(written);
  if (name === null) {
    throw new FormatError('bad_encoding', `"${written}" is no encoding that is known.`);
  }
  const marked = MARKS.find(([marks, mark]) => {
    // The mark of UTF-16 and a NUL behind it are that of UTF-32, too.
    const isOther = name.startsWith('utf16') && marks.startsWith('utf32');
    return !isOther && mark.every((byte, index) => head[index] === byte);
  });
  if (marked !== undefined && (isAuto || name.startsWith('utf'))) {
    return { name: marked[0], markLength: marked[1].length };
  }
  return { name: isAuto ? guess(head) : withByteOrder(name, head), markLength: 0 };
}

function plainName(written: string): string | null {
  const plain = written.toLowerCase().replace(/[^a-z0-9]/g, '');
  const name = OTHER_NAMES[plain] ?? plain;
  return !NOT_TEXT.has(name) && iconv.encodingExists(name) ? name : null;
}

/** `utf16` and `utf32` leave the order of bytes to the mark; where there is none, to the bytes of ASCII characters. */
function withByteOrder(name: string, head: Uint8Array): string {
  if (name !== 'utf16' && name !== 'utf32') {
    return name;
  }
  const width = name === 'utf16' ? 2 : 4;
  let bigEndian = 0;
  for (let at = 0; at + width <= head.length; at += width) {
    bigEndian += Number(head[at] === 0) - Number(head[at + width - 1] === 0);
  }
  return name + (bigEndian > 0 ? 'be' : 'le');
}

function guess(head: Uint8Array): string {
  if (head.length >= 4 && head.includes(0)) {
    const isWide = head[0] === 0 ? head[2] === 0 : head[1] === 0 && head[3] === 0;
    return isWide ? withByteOrder('utf16', head) : 'utf8';
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf8';
  } catch {
    return 'windows1252';
  }
}

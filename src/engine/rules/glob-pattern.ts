const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g;

/**
 * A glob as a pattern in Python's syntax that matches whole texts: `*` and `?` stay within a folder, `**` crosses
 * folders (`**` with a slash after it may also stand for none), `[a-f]` and `[!a-f]` are one character of a set.
 */
export function globPattern(glob: string): string {
  let pattern = '(?s)';
  for (let i = 0; i < glob.length;) {
    const [piece, length] = nextPiece(glob, i);
    pattern += piece;
    i += length;
  }
  return `${pattern}\\Z`;
}

function nextPiece(glob: string, at: number): readonly [string, number] {
  const startsFolder = at === 0 || glob[at - 1] === '/';
  if (startsFolder && glob.startsWith('**/', at)) {
    return ['(?:[^/]*/)*', 3];
  }
  if (glob.startsWith('**', at)) {
    return ['.*', 2];
  }
  switch (glob[at]) {
    case '*':
      return ['[^/]*', 1];
    case '?':
      return ['[^/]', 1];
    case '[':
      return characterSet(glob, at) ?? ['\\[', 1];
    default:
      return [escaped(glob[at]!), 1];
  }
}

/** Null: the bracket is never closed, so it stands for itself. */
function characterSet(glob: string, at: number): readonly [string, number] | null {
  const isNegated = glob[at + 1] === '!' || glob[at + 1] === '^';
  const from = at + (isNegated ? 2 : 1);
  const end = glob.indexOf(']', from + 1);
  if (end === -1) {
    return null;
  }
  // A hyphen keeps its meaning of a range.
  const members = glob.slice(from, end).replace(/[\\^[\]&~|]/g, '\\$&');
  return [isNegated ? `[^/${members}]` : `[${members}]`, end + 1 - at];
}

function escaped(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}

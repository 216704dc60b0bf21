import { FormatError, parseFormat } from '../format-parser.js';
import { NOT_READ, reportParameter, wrongType } from '../parameters.js';
import type { ParameterScope, ParameterType } from '../parameters.js';
import type { YamlNode } from '../../ruleset/yaml-tree.js';

/** A group of characters: ranges of code points, both ends inclusive, sorted and apart. */
export type Charset = readonly (readonly [number, number])[];

export const UPPERCASE: Charset = [[0x41, 0x5a]];
export const LOWERCASE: Charset = [[0x61, 0x7a]];
export const DIGITS: Charset = [[0x30, 0x39]];
export const DEFAULT_CHARSETS: readonly Charset[] = [UPPERCASE, LOWERCASE, DIGITS];

const MAX_GROUPS = 64;
const MAX_MEMBERS = 65_536;
const BLANK = 0x20;

/** Groups of characters, each as ranges: `["A-Z", "0-9"]`, also in square brackets; one text is one group. */
export function charsetList(description: string): ParameterType<readonly Charset[]> {
  return {
    type: 'charsets',
    description,
    constraints: `1 to ${MAX_GROUPS} groups that share no character, of at most ${MAX_MEMBERS} characters in all`,
    read: (node, scope) => {
      const items = node.kind === 'list' ? node.items : [node];
      if (items.length === 0 || items.length > MAX_GROUPS) {
        return reportParameter(node, scope, 'bad_charset', `Give 1 to ${MAX_GROUPS} groups of characters.`);
      }
      const charsets = items.flatMap((item, index) => {
        const path = node.kind === 'list' ? `${scope.path}[${index}]` : scope.path;
        const charset = readCharset(item, { ...scope, path });
        return charset === NOT_READ ? [] : [charset];
      });
      return charsets.length < items.length ? NOT_READ : checked(charsets, node, scope);
    },
  };
}

/** One group of characters. */
export function readCharset(node: YamlNode, scope: ParameterScope): Charset | typeof NOT_READ {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') {
    return wrongType(node, scope, 'a group of characters such as "A-Z" (in quotes)');
  }
  const inner = /^\[[^]+\]$/.test(node.value) ? node.value.slice(1, -1) : node.value;
  const ranges = parsedRanges(inner);
  return typeof ranges === 'string' ? reportParameter(node, scope, 'bad_charset', ranges) : ranges;
}

function parsedRanges(text: string): Charset | string {
  try {
    const [part, ...others] = parseFormat(`{[${text}],1}`).parts;
    return part?.kind === 'set' && others.length === 0
      ? part.ranges
      : 'A group is characters and ranges, such as "A-Z"; write \\] for a bracket.';
  } catch (error) {
    if (!(error instanceof FormatError)) {
      throw error;
    }
    return `The group of characters cannot be used: ${error.reason}.`;
  }
}

function checked(
  charsets: readonly Charset[],
  node: YamlNode,
  scope: ParameterScope,
): readonly Charset[] | typeof NOT_READ {
  const ranges = charsets.flat().sort((a, b) => a[0] - b[0]);
  if (ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0) > MAX_MEMBERS) {
    return reportParameter(node, scope, 'bad_charset', `More than ${MAX_MEMBERS} characters in all.`);
  }
  if (ranges.some(([from], index) => index > 0 && from <= ranges[index - 1]![1])) {
    return reportParameter(
      node,
      scope,
      'bad_charset',
      'Two groups share a character: each belongs to one group.',
    );
  }
  if (ranges.some(([from, to]) => from <= BLANK && BLANK <= to)) {
    return reportParameter(
      node,
      scope,
      'bad_charset',
      'A blank cannot be in a group: databases pad with it.',
    );
  }
  return charsets;
}

import { dump } from 'js-yaml';
import type { LeftOut } from './generation-input.js';
import type { WrittenRule } from './write-rule.js';

/** A task as written, before it is text. */
export interface WrittenTask {
  readonly schema: string;
  readonly table: string;
  /** Of the comment above it. */
  readonly title: string;
  readonly task: Readonly<Record<string, unknown>>;
  readonly rules: readonly WrittenRule[];
}

const HEADER = `version: '1.0'
# NULL and empty text hold nothing to hide.
skip_defaults:
  - null
  - ''
tasks:
`;

/** A complete ruleset. The same tasks give the same text, byte for byte. */
export function writeRuleset(tasks: readonly WrittenTask[], leftOut: readonly LeftOut[]): string {
  return joined(tasks.map(writeTask), leftOut);
}

/** What of a split belongs together. */
export interface RulesetPart {
  readonly text: string;
  readonly first: WrittenTask;
  readonly last: WrittenTask;
}

/**
 * Complete rulesets of about `targetBytes` each, parted at the borders of tasks: a task that is longer stands alone. The
 * first one tells what was left out.
 */
export function splitRuleset(
  tasks: readonly WrittenTask[],
  leftOut: readonly LeftOut[],
  targetBytes: number,
): readonly RulesetPart[] {
  const parts: { readonly tasks: WrittenTask[]; readonly texts: string[]; size: number }[] = [];
  for (const task of tasks) {
    const text = writeTask(task);
    const size = Buffer.byteLength(text);
    const current = parts.at(-1);
    if (current === undefined || current.size + size > targetBytes) {
      parts.push({ tasks: [task], texts: [text], size: Buffer.byteLength(HEADER) + size });
    } else {
      current.tasks.push(task);
      current.texts.push(text);
      current.size += size;
    }
  }
  return parts.map((part, index) => ({
    text: joined(part.texts, index === 0 ? leftOut : []),
    first: part.tasks[0]!,
    last: part.tasks.at(-1)!,
  }));
}

function joined(tasks: readonly string[], leftOut: readonly LeftOut[]): string {
  return `${aboutLeftOut(leftOut)}${HEADER}${tasks.join('\n')}`;
}

function aboutLeftOut(leftOut: readonly LeftOut[]): string {
  const lines = leftOut.map(({ schema, table, column, reason, masked }) => {
    const name = [schema, table, column].filter((part) => part !== '').join('.');
    return `#   ${masked ? '' : 'NOT MASKED: '}${oneLine(`${name}: ${reason}`)}\n`;
  });
  return lines.length === 0 ? '' : `# Selected columns without a rule of their own:\n${lines.join('')}`;
}

function writeTask({ title, task, rules }: WrittenTask): string {
  const head = indented(asItem(yaml(task)), 2);
  const body = rules.map(({ comment, rule }) => {
    const above = comment === '' ? '' : `      # ${oneLine(comment)}\n`;
    return `${above}${indented(asItem(yaml(rule)), 6)}`;
  });
  return `  # ${oneLine(title)}\n${head}    rules:\n${body.join('')}`;
}

function yaml(data: unknown): string {
  return dump(data, { lineWidth: -1, noRefs: true });
}

/** Lines of a mapping as an item of a list. */
function asItem(text: string): string {
  return text.replace(/^(?=.)/gm, '  ').replace(/^ {2}/, '- ');
}

function indented(text: string, spaces: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

/** What a YAML parser may take for the end of a line, or refuse, half characters included. */
const NOT_IN_A_COMMENT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFEFF\uFFFE\uFFFF]+/gu;

/** Names and descriptions are anybody's text: a comment must end with its line. */
function oneLine(text: string): string {
  return text.replace(NOT_IN_A_COMMENT, ' ').trim();
}

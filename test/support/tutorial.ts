import { readFileSync } from 'node:fs';

/** One fenced block of a document. */
export interface TutorialBlock {
  readonly language: string;
  /** Line of the document on which its code begins. */
  readonly line: number;
  readonly code: string;
  /** `file=…` of the fence: readers are told to save it under this name. */
  readonly file: string | null;
}

/** The fenced blocks of a Markdown file, in order; from the heading `section` to the next of its level, if one is given. */
export function readBlocks(path: string, section?: string): TutorialBlock[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const begin = section === undefined ? 0 : lines.indexOf(section) + 1;
  if (section !== undefined && begin === 0) {
    throw new Error(`${path} has no section "${section}".`);
  }
  const level = section === undefined ? null : new RegExp(`^#{1,${/^#+/.exec(section)![0].length}} `);
  const blocks: TutorialBlock[] = [];
  for (let at = begin; at < lines.length && level?.test(lines[at]!) !== true; at += 1) {
    const [, language, file] = /^```(\w+)(?: file=(\S+))?$/.exec(lines[at]!) ?? [];
    if (language !== undefined) {
      const end = lines.indexOf('```', at + 1);
      blocks.push({ language, line: at + 2, code: lines.slice(at + 1, end).join('\n'), file: file ?? null });
      at = end;
    }
  }
  return blocks;
}

const MARK = '@@ block';

/**
 * A shell script of the blocks: `sh` is run, a block with a file name is saved. Before each block its line is printed, so
 * that `outputByLine` can tell whose output is whose.
 */
export function scriptOf(blocks: readonly TutorialBlock[]): string {
  const parts = blocks.map(({ language, line, code, file }) => {
    const action =
      file !== null ? `cat > '${file}' <<'SAVED'\n${code}\nSAVED` : language === 'sh' ? code : ':';
    return `echo '${MARK} ${line}'\n${action}`;
  });
  return `set -euo pipefail\n${parts.join('\n')}\necho '${MARK} end'\n`;
}

/** What each block printed, by its line in the document. */
export function outputByLine(output: string): ReadonlyMap<number, string> {
  const [, ...parts] = output.split(`${MARK} `);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [Number(part.slice(0, end)), part.slice(end + 1)];
    }),
  );
}

/** Lines of `text` blocks that the `sh` block before them did not print (from their beginning on). */
export function missingOutput(blocks: readonly TutorialBlock[], output: string): string[] {
  const printed = outputByLine(output);
  let last = '';
  const missing: string[] = [];
  for (const { language, line, code } of blocks) {
    if (language === 'sh') {
      last = printed.get(line) ?? '';
    }
    if (language === 'text') {
      const wanted = code.split('\n').filter((each) => !last.includes(each));
      missing.push(...wanted.map((each) => `line ${line}: ${each}`));
    }
  }
  return missing;
}

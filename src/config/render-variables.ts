import { getMetadataStorage } from 'class-validator';
import { Env } from './env.js';
import { VARIABLE_GROUPS } from './variable-docs.js';
import type { VariableDoc } from './variable-docs.js';

const LINE_WIDTH = 120;
const DEFAULTS = new Env();

/** The text of `.env.example`: every variable with its meaning and its default, in the form that shells read. */
export function renderEnvExample(): string {
  const head = [
    'Every variable that Vizard reads, with its default. Copy to .env for docker compose, or export what you need.',
    'A variable that is empty counts as not set.',
  ];
  const groups = VARIABLE_GROUPS.map(({ variables }) => variables.map(exampleOf).join('\n'));
  return `${head.map((line) => `# ${line}`).join('\n')}\n\n${groups.join('\n\n')}\n`;
}

/** The text of docs/configuration.md: the same as tables, with what values are allowed. */
export function renderConfigurationReference(): string {
  const groups = VARIABLE_GROUPS.map(
    ({ title, variables }) =>
      `## ${title}\n\n| variable | default | allowed | meaning |\n| --- | --- | --- | --- |\n${variables.map(rowsOf).join('\n')}\n`,
  );
  return `${REFERENCE_HEAD}\n${groups.join('\n')}`;
}

const REFERENCE_HEAD = `# Configuration

Vizard is configured by environment variables alone. They are read and checked once, at the start: a bad one is named, its value
is not shown, and the program does not start. An empty variable counts as not set. Variables that end in \`_FILE\` name a file
that holds the value, such as a mounted secret; the variable without \`_FILE\` goes first.

Written from the program's own descriptions by \`npm run docs:configuration\`.
`;

function exampleOf({ names, meaning, unset }: VariableDoc): string {
  const text = unset === undefined ? meaning : `${meaning} Default: ${unset}.`;
  return [...wrapped(text), ...names.map((name) => `${name}=${defaultOf(name)}`)].join('\n');
}

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)!} ${word}`;
    if (line.length + 1 > LINE_WIDTH) {
      lines.push(` ${word}`);
    } else {
      lines[lines.length - 1] = line;
    }
  }
  return lines.map((line) => `#${line}`);
}

/** The names share one meaning: it stands in the row of the first. */
function rowsOf({ names, meaning, unset }: VariableDoc): string {
  return names
    .map((name, index) => {
      const preset = defaultOf(name);
      const shown = preset === '' ? (unset ?? 'none') : `\`${preset}\``;
      return `| \`${name}\` | ${shown} | ${allowedOf(name)} | ${index === 0 ? meaning : `see \`${names[0]!}\``} |`;
    })
    .join('\n');
}

function defaultOf(name: keyof Env): string {
  return String(DEFAULTS[name] ?? '');
}

/** What the checks of the class ask for, in words. */
function allowedOf(name: keyof Env): string {
  const checks = new Map(
    getMetadataStorage()
      .getTargetValidationMetadatas(Env, '', true, false)
      .filter(({ propertyName }) => propertyName === name)
      .map(({ name: check, constraints }) => [check, constraints as readonly unknown[] | undefined]),
  );
  const list = checks.get('isIn')?.[0] as readonly string[] | undefined;
  const first = (check: string): number => Number(checks.get(check)?.[0]);
  if (list !== undefined) {
    return list.map((value) => `\`${value}\``).join(', ');
  }
  if (checks.has('isInt')) {
    return `${first('min')} to ${first('max')}`;
  }
  if (checks.has('minLength')) {
    return `at least ${first('minLength')} characters`;
  }
  return checks.has('isUrl') ? 'an http or https address' : (WRITTEN_FORMS[name] ?? 'text');
}

/** Forms that a pattern checks: readers are not shown the pattern. */
const WRITTEN_FORMS: Partial<Record<keyof Env, string>> = {
  DATABASE_URL: '`postgres://user:password@host:port/database`',
  REDIS_URL: '`redis://` or `rediss://` address',
  TRUST_PROXY: 'a number, or addresses and networks',
  DATABASE_URL_FILE: 'a path',
  REDIS_URL_FILE: 'a path',
  SECRET_KEY_FILE: 'a path',
  LICENSE_PUBLIC_KEY_FILE: 'a path',
  DATA_DIR: 'a path',
  MOUNTS_DIR: 'a path',
};

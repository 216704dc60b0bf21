import { readFileSync } from 'node:fs';
import { loadConfig, VARIABLE_NAMES } from './load-config.js';
import { renderConfigurationReference, renderEnvExample } from './render-variables.js';
import { VARIABLE_GROUPS } from './variable-docs.js';

describe('the documents of the configuration (npm run docs:configuration writes them)', () => {
  it('explain every variable once', () => {
    const named = VARIABLE_GROUPS.flatMap(({ variables }) => variables.flatMap(({ names }) => names));
    expect([...named].sort()).toEqual([...VARIABLE_NAMES].sort());
  });

  it('are those of the program', () => {
    expect(readFileSync('.env.example', 'utf8')).toBe(renderEnvExample());
    const inOneLine = (text: string): string => text.replace(/ +/g, ' ').replace(/-+/g, '-');
    expect(inOneLine(readFileSync('docs/configuration.md', 'utf8'))).toBe(
      inOneLine(renderConfigurationReference()),
    );
  });

  it('.env.example holds the true defaults', () => {
    const lines = renderEnvExample().split('\n');
    const example = Object.fromEntries(
      lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('=') as [string, string]),
    );
    const start = { root: '/opt/vizard', cwd: '/srv', isTerminal: false };
    expect(loadConfig({ ...start, env: example })).toEqual(loadConfig({ ...start, env: {} }));
  });

  it('tell what values are allowed', () => {
    expect(renderConfigurationReference()).toContain('| `PORT` | `8080` | 0 to 65535 |');
    expect(renderConfigurationReference()).toContain('| `ROLE` | `all` | `all`, `api`, `worker` |');
  });
});

import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join('scripts', 'build.mjs');

describe('the build script', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'vizard-test-build-'));
    mkdirSync(join(root, 'scripts'));
    mkdirSync(join(root, 'src', 'part'), { recursive: true });
    mkdirSync(join(root, 'migrations'));
    cpSync(SCRIPT, join(root, SCRIPT));
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
    writeFileSync(join(root, 'src', 'part', 'one.ts'), 'export const one: number = 1;\n');
    writeFileSync(join(root, 'src', 'part', 'one.spec.ts'), 'it.todo("x");\n');
    writeFileSync(join(root, 'migrations', 'index.ts'), 'export const MIGRATIONS: unknown[] = [];\n');
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  const build = (...args: string[]): { status: number | null; text: string } => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, SCRIPT), ...args], {
      encoding: 'utf8',
    });
    return { status, text: stderr };
  };
  const output = (...path: string[]): string => join(root, 'dist', ...path);

  it('writes modules with source maps and leaves tests out', () => {
    expect(build().status).toBe(0);
    expect(readFileSync(output('src', 'part', 'one.js'), 'utf8')).toMatch(
      /^export const one = 1;\n\/\/# sourceMappingURL=one\.js\.map\n$/,
    );
    expect(readFileSync(output('src', 'part', 'one.js.map'), 'utf8')).toContain('../../../src/part/one.ts');
    expect(existsSync(output('src', 'part', 'one.spec.js'))).toBe(false);
    expect(existsSync(output('migrations', 'index.js'))).toBe(true);
  });

  it('does nothing when fresh, and notices a changed, a new and a deleted source', () => {
    build();
    expect(build('--if-stale').text).toBe('');
    writeFileSync(join(root, 'src', 'two.ts'), 'export const two = 2;\n');
    expect(build('--if-stale').text).toContain('Built 3 files');
    rmSync(join(root, 'src', 'two.ts'));
    expect(build('--if-stale').text).toContain('Built 2 files');
    expect(existsSync(output('src', 'two.js'))).toBe(false);
    // Also when the new text is older than the output, as after a checkout.
    writeFileSync(join(root, 'src', 'part', 'one.ts'), 'export const one: number = 3;\n');
    utimesSync(join(root, 'src', 'part', 'one.ts'), 1, 1);
    expect(build('--if-stale').text).toContain('Built 2 files');
    expect(readFileSync(output('src', 'part', 'one.js'), 'utf8')).toContain('one = 3');
  });

  it('names a file that does not parse and keeps the former output', () => {
    build();
    writeFileSync(join(root, 'src', 'part', 'one.ts'), 'export const = ;\n');
    const { status, text } = build('--if-stale');
    expect(status).toBe(1);
    expect(text).toContain('one.ts');
    expect(readFileSync(output('src', 'part', 'one.js'), 'utf8')).toContain('one = 1');
    expect(build('--if-stale').status).toBe(1);
  });

  it('may run several times at once', async () => {
    const codes = await Promise.all(
      [1, 2, 3].map(
        () =>
          new Promise((resolve) => {
            spawn(process.execPath, [join(root, SCRIPT)], { stdio: 'ignore' }).once('exit', resolve);
          }),
      ),
    );
    expect(codes).toEqual([0, 0, 0]);
    expect(readFileSync(output('src', 'part', 'one.js'), 'utf8')).toContain('sourceMappingURL');
    expect(build('--if-stale').text).toBe('');
  });
});

/**
 * Every mask on long texts of many kinds: the time must grow as the text does. `npm run bench -- huge --length 10000000
 * --masks "imitate;email"`; exits with 1 when a text takes more than thirty times as long as a tenth of it.
 */
import { compiled, MASKS, textOf, timed, UNITS } from './huge/masks.js';

/** Below this nothing is measured well. */
const SHORTEST_MS = 5000;
const MOST_TIMES = 30;
const SHOWN = 15;

interface Measured {
  readonly what: string;
  readonly ms: number;
  readonly times: number;
}

export function run(options: readonly string[] = []): Promise<void> {
  const length = Number(valueAfter(options, '--length') ?? 10_000_000);
  const wanted = valueAfter(options, '--masks')?.split(';');
  const names = Object.keys(MASKS).filter((name) => wanted?.includes(name) ?? true);
  const all = names.flatMap((name) => measure(name, length));
  const slowest = [...all].sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
  print(`${all.length} texts of ${length} characters under ${names.length} masks; the slowest:`);
  slowest.forEach(({ what, ms, times }) =>
    print(`${ms.toFixed(0)} ms, ${times.toFixed(1)} × a tenth: ${what}`),
  );
  const found = all.filter(({ ms, times }) => ms > SHORTEST_MS && times > MOST_TIMES);
  if (found.length > 0) {
    throw new Error(`Grows faster than its text: ${found.map(({ what }) => what).join('; ')}`);
  }
  return Promise.resolve();
}

function measure(name: string, length: number): readonly Measured[] {
  const mask = compiled(MASKS[name]!);
  return Object.entries(UNITS).map(([kind, unit]) => {
    const tenth = timed(mask, textOf(unit, length / 10));
    const { ms, end } = timed(mask, textOf(unit, length));
    return { what: `${name}, ${kind} (${end})`, ms, times: ms / Math.max(tenth.ms, 1) };
  });
}

function valueAfter(options: readonly string[], name: string): string | undefined {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options[at + 1];
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** All benchmarks that have goals, in one run, and the table of their figures. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

/** In this order, each in a process of its own; the long ones last. */
const BENCHMARKS = [
  ['start'],
  ['postgres'],
  ['small-tables'],
  ['cancel'],
  ['mysql'],
  ['engine'],
  ['inflight'],
  ['inflight', 'plans'],
  ['files'],
  ['discovery'],
  ['discovery-tables'],
  ['management'],
  ['heap'],
  ['files', '--gb', '5'],
];
const MARKS = ['<!-- table of all goals: npm run bench -- --write -->', '<!-- end of the table -->'];

/** Prints the table, and puts it between the marks of the document when it is to be kept. */
export async function measureAllBars({ document, isKept }) {
  const measured = [];
  for (const words of BENCHMARKS) {
    console.log(`\n=== ${words.join(' ')}`);
    measured.push(await measure(words));
  }
  const table = [...machine(), '', ...rows(measured)].join('\n');
  console.log(`\n${table}`);
  if (isKept) {
    const text = await readFile(document, 'utf8');
    const [before, rest] = text.split(MARKS[0]);
    const after = rest.split(MARKS[1])[1];
    const whole = `${before}${MARKS[0]}\n\n${table}\n\n${MARKS[1]}${after}`;
    const style = { ...(await resolveConfig(document)), filepath: document };
    await writeFile(document, await format(whole, style));
  }
}

async function measure(words) {
  const bars = [];
  const child = fork(fileURLToPath(new URL('bench.mjs', import.meta.url)), words);
  child.on('message', (bar) => bars.push(bar));
  const [code] = await once(child, 'exit');
  return { name: words.join(' '), bars, hasEnded: code === 0 };
}

function machine() {
  const [{ model }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `Taken on ${new Date().toISOString().slice(0, 10)} in one run of \`npm run bench\`: ${cpus().length} cores (${model.trim()}), ` +
      `${memory} GiB, ${process.platform} ${process.arch}, Node ${process.version}.`,
  ];
}

function rows(measured) {
  const cells = measured.flatMap(({ name, bars, hasEnded }) => [
    ...bars.map(({ what, measured: figure, goal, unit, isMet, direction }) => [
      ...[`\`${name}\``, what, shown(figure) + unit, `${direction} ${goal.toLocaleString('en')}${unit}`],
      isMet ? 'yes' : '**no**',
    ]),
    ...(hasEnded ? [] : [[`\`${name}\``, 'the benchmark failed', '', '', '**no**']]),
  ]);
  const head = ['benchmark', 'what', 'measured', 'goal', 'met'];
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`);
}

/** Three digits that say something; whole numbers from a hundred on. */
function shown(figure) {
  return figure >= 100 ? Math.round(figure).toLocaleString('en') : String(Number(figure.toPrecision(3)));
}

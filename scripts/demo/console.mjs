/** What the demo shows on the terminal. */
const COLOUR = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
const paint = (code, text) => (COLOUR ? `\u001b[${code}m${text}\u001b[0m` : text);

export const say = (text = '') => console.log(text);
export const step = (text) => console.log(`${paint('36', '›')} ${text}`);
export const passed = (text) => console.log(`${paint('32', '✓')} ${text}`);
export const failed = (text) => console.log(`${paint('31', '✗')} ${text}`);
export const heading = (text) => console.log(`\n${paint('1', text)}`);

/** One line that rewrites itself on a terminal, and is printed only when it is the last one elsewhere. */
export function liveLine() {
  let last = '';
  return {
    show(text) {
      last = text;
      if (process.stdout.isTTY === true) {
        process.stdout.write(`\r\u001b[K${text}`);
      }
    },
    end() {
      process.stdout.write(process.stdout.isTTY === true ? '\n' : `${last}\n`);
    },
  };
}

/** A plain table; cells are cut so that a row stays on one line. */
export function table(headings, rows, widest = 44) {
  const cell = (value) => {
    const text = value === null ? 'NULL' : String(value).replaceAll(/\s+/g, ' ');
    return text.length > widest ? `${text.slice(0, widest - 1)}…` : text;
  };
  const lines = [headings, ...rows].map((row) => row.map(cell));
  const widths = headings.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  lines.forEach((line, i) => {
    const text = line.map((value, column) => value.padEnd(widths[column])).join('  ');
    say(`  ${i === 0 ? paint('2', text) : text}`);
  });
}

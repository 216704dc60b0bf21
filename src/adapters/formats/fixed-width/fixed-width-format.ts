import { LineCopy } from './line-copy.js';
import { LineRewriter } from './line-rewriter.js';
import { openText } from '../objects/text-work.js';
import { textColumn } from '../text-columns.js';
import type { ColumnShape } from '../../../engine/index.js';
import type { FixedWidthOptions } from './fixed-width-options.js';
import type { TabularFormat } from '../format-adapter.js';

/** Fields at fixed places of each line: only those that masks change are written anew. There is no header. */
export const fixedWidthFormat: TabularFormat<FixedWidthOptions> = {
  columns: (_source, options) => Promise.resolve(columnsOf(options)),
  async mask(source, sink, work) {
    const text = await openText(source, { sink, work }, [' ']);
    const masker = work.masker(columnsOf(work.options));
    const rewriter = new LineRewriter(masker, work.options, text.codec);
    const copy = new LineCopy(rewriter, work.options.lineEnding, (units) => text.write(units));
    for await (const units of text.units()) {
      await copy.push(units);
      work.progress(rewriter.counts.rows, text.bytesRead());
    }
    await copy.end();
    await text.end();
    return rewriter.counts;
  },
};

/** A masked value that is too long is cut or refused by the format, so it is no limit to masks. */
function columnsOf(options: FixedWidthOptions): readonly ColumnShape[] {
  return options.columns.map(({ name }) => textColumn(name));
}

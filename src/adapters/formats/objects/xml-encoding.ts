import { isEncoding } from '../text-encoding.js';
import { readHead } from '../read-head.js';
import type { FileSource } from '../format-adapter.js';

/** The declaration stands at the very start. */
const FIRST_LOOK = 256;
const DECLARED = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*(?:"([A-Za-z0-9._-]+)"|'([A-Za-z0-9._-]+)')/;
/** Words of a ruleset that may be a default. */
const LEFT_OPEN = /^(?:utf-?8|auto)$/i;

/** A document says itself what it is written in, and is believed where the ruleset does not name another encoding. */
export async function xmlEncoding(source: FileSource, written: string): Promise<string> {
  if (!LEFT_OPEN.test(written)) {
    return written;
  }
  const head = await readHead(source, FIRST_LOOK);
  if (head[0] === 0 || head[1] === 0) {
    return 'utf-16';
  }
  const match = DECLARED.exec(head.toString('latin1'));
  const declared = match?.[1] ?? match?.[2];
  return declared !== undefined && isEncoding(declared) ? declared : written;
}

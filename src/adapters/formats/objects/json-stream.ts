import { FormatError } from '../format-error.js';
import { JsonStreamProblem } from '../../../engine/index.js';
import type { FileCounts, ObjectWork } from '../format-adapter.js';
import type { HeldText } from './held-text.js';
import type { JsonPass, JsonStream } from '../../../engine/index.js';
import type { TextWork } from './text-work.js';

interface Streaming {
  readonly text: TextWork;
  readonly held: HeldText;
  readonly stream: JsonStream;
  readonly work: ObjectWork;
}

/** Masks a document that is too long to be held. */
export async function maskJsonStream({ text, held, stream, work }: Streaming): Promise<FileCounts> {
  const { look, mask } = stream;
  const progress = (): void => work.progress(0, text.bytesRead());
  if (look !== null) {
    await goThrough(look, held.pieces(), () => {
      progress();
      return Promise.resolve();
    });
  }
  const units = look === null ? held.pieces() : text.unitsAgain();
  await goThrough(mask, units, async (written) => {
    await text.write(written);
    progress();
  });
  await text.end();
  const { valuesMasked } = work.masker;
  return { rows: 1, rowsMasked: Math.min(1, valuesMasked), valuesMasked };
}

async function goThrough(
  pass: JsonPass,
  pieces: AsyncGenerator<string, void, void>,
  take: (units: string) => Promise<void>,
): Promise<void> {
  try {
    for await (const units of pieces) {
      await take(pass.push(units));
    }
    await take(pass.end());
  } catch (error) {
    throw error instanceof JsonStreamProblem ? new FormatError(error.kind, `${error.message}.`) : error;
  }
}

import pg from 'pg';

const { TIMESTAMPTZ } = pg.types.builtins;
const readAny = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;
/** `2026-05-04 09:30:00.123+00`: the form of nearly all times that we store. */
const UTC_LENGTH = '2026-05-04 09:30:00+00'.length;
const TIME_LENGTH = '09:30:00.123'.length;

/** A time that still knows its text: to write it anew takes longer than all else that a list does with it. */
class ReadTime extends Date {
  readonly #text: string;
  readonly #ms: number;

  constructor(text: string) {
    super(text);
    this.#text = text;
    this.#ms = this.getTime();
  }

  override toISOString(): string {
    return this.getTime() === this.#ms ? this.#text : super.toISOString();
  }
}

/** A `timestamptz` as the server writes it; times in UTC take a quarter of the driver's time, of which long lists need many. */
export function readTime(text: string): Date {
  if (text.length < UTC_LENGTH || text.charAt(10) !== ' ' || !text.endsWith('+00')) {
    return readAny(text);
  }
  // Milliseconds are all that a Date holds. The server leaves zeros at the end out.
  const time = text
    .slice(11, -3)
    .padEnd(TIME_LENGTH, text.charAt(19) === '.' ? '0' : '.000')
    .slice(0, TIME_LENGTH);
  return new ReadTime(`${text.slice(0, 10)}T${time}Z`);
}

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

/** How our own connections read the server's texts. */
export const OWN_TYPES = {
  getTypeParser: (oid: TypeId, format: 'text' | 'binary' = 'text'): unknown =>
    oid === TIMESTAMPTZ && format === 'text' ? readTime : pg.types.getTypeParser(oid, format),
};

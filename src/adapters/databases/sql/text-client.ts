import type { RowText } from '../../../engine/index.js';

/** A thin hold on a driver: text in, text out, `DatabaseError` for every failure. */
export interface TextClient {
  /** Rows of one statement, each cell as text. */
  query(sql: string): Promise<readonly RowText[]>;
  /** The same for a statement that gives texts only. */
  queryTexts(sql: string): Promise<readonly RowText[]>;
  /** One statement; what it selects is thrown away. Returns the rows that it found to change. */
  execute(sql: string): Promise<number>;
  /** Lets the server read a query and plan it; nothing is carried out. */
  check(sql: string): Promise<void>;
  /** Runs `work` in a transaction: commits its result, rolls back its error. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
}

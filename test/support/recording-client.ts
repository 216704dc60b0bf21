import type { RowText } from '../../src/engine/index.js';
import type { TextClient } from '../../src/adapters/databases/sql/text-client.js';

/** What a server would answer to statements that look so; the first that fits holds. */
export type Answers = readonly (readonly [pattern: RegExp, rows: readonly RowText[]])[];

/** Stands for a server that is not to be had: keeps every statement, and answers as it is told. */
export class RecordingClient implements TextClient {
  readonly statements: string[] = [];

  constructor(private readonly answers: Answers) {}

  query(sql: string): Promise<readonly RowText[]> {
    this.statements.push(sql);
    return Promise.resolve(this.answers.find(([pattern]) => pattern.test(sql))?.[1] ?? []);
  }

  queryTexts(sql: string): Promise<readonly RowText[]> {
    return this.query(sql);
  }

  async execute(sql: string): Promise<number> {
    await this.query(sql);
    return 1;
  }

  async executeWith(sql: string, rows: string): Promise<readonly RowText[]> {
    const answer = await this.query(sql);
    this.statements.push(`-- @rows ${rows}`);
    return answer;
  }

  async executeMany(sql: string, rows: readonly unknown[]): Promise<number> {
    await this.query(sql);
    this.statements.push(`-- binds ${JSON.stringify(rows)}`);
    return rows.length;
  }

  async check(sql: string): Promise<void> {
    await this.query(`CHECK ${sql}`);
  }

  /** As Oracle's driver would. */
  async describe(sql: string): Promise<readonly unknown[]> {
    await this.query(`DESCRIBE ${sql}`);
    return [{ name: 'A', dataType: 'VARCHAR2', characters: 4, bytes: 4, precision: null, scale: null }];
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    this.statements.push('BEGIN');
    const result = await work();
    this.statements.push('COMMIT');
    return result;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Names with everything that could end a quote, or a statement. */
export const HOSTILE = {
  schema: 'sche]ma"\'`.x',
  table: 'ta[b]]l"e\'; DROP TABLE x; --\n/*😀',
  key: 'k]"\'`,\\\n',
  value: 'v]]""\'\'.é)',
};

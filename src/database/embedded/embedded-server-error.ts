/** The private PostgreSQL cannot be started; the message says what to do about it. */
export class EmbeddedServerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EmbeddedServerError';
  }
}

/** A mail was not taken. The message names server and reason, never what was to be sent. */
export class MailError extends Error {
  constructor(
    message: string,
    /** Trying again may help: the server could not be reached or put us off. */
    readonly isPassing: boolean,
  ) {
    super(message);
    this.name = 'MailError';
  }
}

export type AiEngineFault =
  'bad_address' | 'address_refused' | 'unreachable' | 'timed_out' | 'refused' | 'bad_answer' | 'texts_vary';

/** The AI engine cannot be asked, or does not answer as it should. Its message holds no text that was sent. */
export class AiEngineError extends Error {
  override readonly name = 'AiEngineError';

  constructor(
    readonly code: AiEngineFault,
    message: string,
  ) {
    super(message);
  }
}

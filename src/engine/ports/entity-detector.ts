/** What an entity of one label looks like, in words or by name. */
export interface DetectRequest {
  readonly label: string;
  /** Name of a well-known kind, such as `FULL_NAME`; null: `guidelines` say it. */
  readonly preset: string | null;
  readonly guidelines: string | null;
  readonly validExamples: readonly string[];
  readonly invalidExamples: readonly string[];
}

/** A part of a text that one request asked for. */
export interface DetectedEntity {
  /** Position in the list of requests. */
  readonly request: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds entities that no pattern describes. Synchronous and deterministic: a detector that has to ask elsewhere does so
 * before the row is masked, and answers from what it was told.
 */
export interface EntityDetector {
  /** Why it cannot serve a request; null: it can. */
  refusal(request: DetectRequest): string | null;
  detect(text: string, requests: readonly DetectRequest[]): readonly DetectedEntity[];
}

/** Kinds of sensitive data: of people, of their health, of payments. */
export type LabelCategory = 'PII' | 'PHI' | 'PCI';

/** What a detector found out about a column, in a word for programs and in words for people. */
export interface SensitiveLabel {
  readonly name: string;
  readonly description: string;
  readonly categories: readonly LabelCategory[];
}

/** Names by which columns of one kind are called. Words of a name stand apart, names are parted by `|`. */
export interface KeywordList {
  readonly label: string;
  /** By language: `en`, `de`, `fr`, `es`, `pt`, `it`, `nl`; `any`: everywhere. */
  readonly names: Readonly<Record<string, string>>;
  /** Words that, before the name, make something else of it. */
  readonly notAfter?: string;
  /** Names that must not stand beside unknown words, as those of three letters. */
  readonly isAlone?: boolean;
  /** How sure a match is, from 0 to 1; absent: 0.85. */
  readonly score?: number;
}

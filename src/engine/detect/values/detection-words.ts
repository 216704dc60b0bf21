import { foldName } from '../names/name-parts.js';
import { NameDictionary } from '../../detection/name-dictionary.js';

/** Lists of words as the built-in seed files have them. */
export interface WordLists {
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  readonly cities: readonly string[];
  readonly occupations: readonly string[];
}

/** Words by which names of people and places are known. Made once, used for all columns. */
export class DetectionWords {
  readonly names: NameDictionary;
  private readonly firstNames: ReadonlySet<string>;
  private readonly lastNames: ReadonlySet<string>;
  private readonly cities: ReadonlySet<string>;
  private readonly occupations: ReadonlySet<string>;

  constructor(lists: WordLists) {
    this.names = new NameDictionary(lists.firstNames, lists.lastNames);
    this.firstNames = folded(lists.firstNames);
    this.lastNames = folded(lists.lastNames);
    this.cities = folded(lists.cities);
    this.occupations = folded(lists.occupations);
  }

  /** A given name, and rather that than a word of the language. */
  isFirstName(word: string): boolean {
    return this.isName(this.firstNames, word);
  }

  isLastName(word: string): boolean {
    return this.isName(this.lastNames, word);
  }

  isCity(text: string): boolean {
    return this.cities.has(foldName(text));
  }

  isOccupation(text: string): boolean {
    return this.occupations.has(foldName(text));
  }

  /** Double names count when one of their parts does. */
  private isName(list: ReadonlySet<string>, word: string): boolean {
    if (this.names.isDoubtful(word)) {
      return false;
    }
    const name = foldName(word);
    return list.has(name) || (/[- ]/.test(name) && name.split(/[- ]/).some((part) => list.has(part)));
  }
}

function folded(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map(foldName));
}

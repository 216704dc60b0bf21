import { foldName } from '../names/name-parts.js';
import { NameDictionary } from '../../detection/name-dictionary.js';
import { COMMON_FIRST_NAMES } from './words/first-names.js';
import { COMMON_LAST_NAMES } from './words/last-names.js';

/** Small words before a family name, which tell one wherever a capital follows: `van der Berg`, `de Souza`. */
const PARTICLES =
  /^(?:(?:van|von|vom|zu|der|den|ter|ten|te|de|del|della|di|da|dos|das|do|du|la|le|'t) )+(?=\p{Lu})/u;
/** Endings that family names of these languages have, and few other words. */
const ENDINGS =
  /(?:ini|elli|etti|ucci|acci|otti|aldi|uzzi|mann|bauer|meyer|meier|maier|berger|hofer|stra|sma|ski|ska|cki|czyk|wicz|czak|[nrd]ez|kova|enko|sson|sen|gaard|eault|eaux?|ault)$/;

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
    this.firstNames = folded([...lists.firstNames, ...common(COMMON_FIRST_NAMES)]);
    this.lastNames = folded([...lists.lastNames, ...common(COMMON_LAST_NAMES)]);
    this.cities = folded(lists.cities);
    this.occupations = folded(lists.occupations);
  }

  /** A given name, and rather that than a word of the language. */
  isFirstName(word: string): boolean {
    return this.isName(this.firstNames, word);
  }

  isLastName(word: string): boolean {
    return PARTICLES.test(word) || this.isName(this.lastNames, word);
  }

  /** Perhaps a family name that no list knows. */
  isLikeLastName(word: string): boolean {
    return word.length > 5 && ENDINGS.test(foldName(word));
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

function common(byLanguage: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(byLanguage).flatMap((names) => names.split(' '));
}

function folded(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map(foldName));
}

/** Words that are names now and then and something else mostly: alone they count for nothing. */
const DOUBTFUL = new Set(
  (
    'may june april august will mark grace hope faith joy art bill rob sue dean chase hunter summer autumn spring winter ' +
    'young long short white black brown green gray grey king price page read day west east north south park hill wood ' +
    'lake rose lily ivy dawn eve star angel guy man he she him her the an in on to or and of is it at be do no so up us ' +
    'we my major case love best good rich power field stone bush church cross fox bell cook baker miller smith carter ' +
    'mason hall house street road march drew pat ray sky rain sandy rusty christian israel jordan paris london sydney ' +
    'charlotte austin dallas houston phoenix victoria virginia georgia carolina china india chad kenya'
  ).split(' '),
);

/** Given and family names, as the built-in seed files list them. */
export class NameDictionary {
  private readonly first: ReadonlySet<string>;
  private readonly last: ReadonlySet<string>;

  constructor(firstNames: readonly string[], lastNames: readonly string[]) {
    this.first = new Set(firstNames.map((name) => name.toLowerCase()));
    this.last = new Set(lastNames.map((name) => name.toLowerCase()));
  }

  isFirst(word: string): boolean {
    return isIn(this.first, word);
  }

  isLast(word: string): boolean {
    return isIn(this.last, word);
  }

  isDoubtful(word: string): boolean {
    return DOUBTFUL.has(word.toLowerCase());
  }
}

/** Double names count when one of their parts does. */
function isIn(names: ReadonlySet<string>, word: string): boolean {
  const lower = word.toLowerCase().replace(/['’]s$/, '');
  return names.has(lower) || (lower.includes('-') && lower.split('-').some((part) => names.has(part)));
}

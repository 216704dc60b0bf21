interface OptionLimits {
  readonly min: number;
  readonly max: number;
}

/** Reads the options of one request by their names, and collects what is wrong with them. */
export class OptionReader {
  readonly messages: string[] = [];
  private readonly given: Readonly<Record<string, unknown>>;

  constructor(given: unknown, known: ReadonlySet<string>) {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      this.messages.push('This field must be an object; it may be empty.');
      this.given = {};
      return;
    }
    this.given = given as Record<string, unknown>;
    for (const name of Object.keys(given).filter((key) => !known.has(key))) {
      this.messages.push(`Unknown option "${name.slice(0, 60)}".`);
    }
  }

  flag(name: string): boolean {
    const value = this.given[name] ?? false;
    if (typeof value === 'boolean') {
      return value;
    }
    this.messages.push(`${name} must be true or false.`);
    return false;
  }

  /** The first of the words when absent. */
  word<W extends string>(name: string, words: readonly [W, ...W[]]): W {
    const value = this.given[name] ?? words[0];
    const known = words.find((word) => word === value);
    if (known === undefined) {
      this.messages.push(`${name} must be ${words.join(', ')}.`);
    }
    return known ?? words[0];
  }

  integer(name: string, limits: OptionLimits): number | null {
    const value = this.given[name] ?? null;
    if (value === null) {
      return null;
    }
    if (typeof value === 'number' && Number.isInteger(value) && value >= limits.min && value <= limits.max) {
      return value;
    }
    const upTo = limits.max === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${limits.max}`;
    this.messages.push(`${name} must be a whole number, ${limits.min} ${upTo}.`);
    return null;
  }

  secret(name: string, { min, max }: OptionLimits): string | null {
    const value = this.given[name] ?? null;
    if (value === null) {
      return null;
    }
    if (typeof value === 'string' && value.length >= min && value.length <= max) {
      return value;
    }
    this.messages.push(`${name} must be a text of ${min} to ${max} characters.`);
    return null;
  }

  /** Null and an empty text count as not given. */
  text(name: string): string | null {
    const value = this.given[name] ?? '';
    if (typeof value === 'string') {
      return value === '' ? null : value;
    }
    this.messages.push(`${name} must be a text.`);
    return null;
  }

  texts(name: string): readonly string[] {
    const value = this.given[name] ?? [];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string' && item.trim() !== '')) {
      return value as readonly string[];
    }
    this.messages.push(`${name} must be a list of texts that are not empty.`);
    return [];
  }
}

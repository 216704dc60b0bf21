import { ShapeError, type ShapeFault, type ShapeFaultType } from '../errors/shape-error.js';
import { HIDDEN_INPUT, shownInput } from './shown-input.js';

export interface TextRule {
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
}

/** Everything that was found so far, shared by an object and the objects in it. */
interface Findings {
  readonly faults: ShapeFault[];
  readonly secrets: ReadonlySet<string>;
}

type Fields = Readonly<Record<string, unknown>>;

const NO_SECRETS: ReadonlySet<string> = new Set();

/**
 * Reads the fields of a body of the in-flight API and notes what is wrong with them. Every field is asked for once, by
 * its kind; null counts as absent where a field may be absent. `finish` then throws a `ShapeError` with all that was
 * found, unknown fields included. Costs next to nothing where nothing is wrong.
 */
export class IfmShape {
  private readonly known = new Set<string>();

  private constructor(
    private readonly fields: Fields,
    private readonly place: readonly string[],
    private readonly findings: Findings,
  ) {}

  /** `secrets`: fields whose content is never repeated. Throws at once when there is no object to read. */
  static of(body: unknown, secrets: ReadonlySet<string> = NO_SECRETS): IfmShape {
    const findings: Findings = { faults: [], secrets };
    if (!isFields(body)) {
      const input = shownInput(body, secrets);
      throw new ShapeError([
        body === undefined
          ? { type: 'missing', loc: ['body'], msg: 'A body is required: a JSON object.', input: null }
          : { type: 'dict_type', loc: ['body'], msg: 'Must be a JSON object.', input },
      ]);
    }
    return new IfmShape(body, ['body'], findings);
  }

  /** Of a query string, whose values are texts. */
  static ofQuery(query: Fields): IfmShape {
    return new IfmShape(query, ['query'], { faults: [], secrets: NO_SECRETS });
  }

  text(field: string, rule: TextRule = {}): string | undefined {
    const value = this.take(field, rule.required);
    if (value === undefined) {
      return undefined;
    }
    if (typeof value !== 'string') {
      this.note(field, 'string_type', 'Must be a text.');
      return undefined;
    }
    const { min = 0, max = Number.POSITIVE_INFINITY, pattern } = rule;
    if (value.length < min) {
      this.note(field, 'string_too_short', `Must have at least ${min} characters.`, { min_length: min });
    } else if (value.length > max) {
      this.note(field, 'string_too_long', `Must have at most ${max} characters.`, { max_length: max });
    } else if (pattern?.test(value) === false) {
      this.note(field, 'string_pattern_mismatch', `Must match ${pattern.source}.`, {
        pattern: pattern.source,
      });
    }
    return value;
  }

  flag(field: string): boolean | undefined {
    const value = this.take(field);
    if (value === undefined || typeof value === 'boolean') {
      return value;
    }
    this.note(field, 'bool_parsing', 'Must be true or false.');
    return undefined;
  }

  list(field: string, rule: { readonly required?: boolean } = {}): readonly unknown[] | undefined {
    const value = this.take(field, rule.required);
    if (value === undefined || Array.isArray(value)) {
      return value;
    }
    this.note(field, 'list_type', 'Must be a list.');
    return undefined;
  }

  /** One of a few words. */
  choice<T extends string>(field: string, words: readonly T[]): T | undefined {
    const value = this.take(field);
    const word = words.find((one) => one === value);
    if (value !== undefined && word === undefined) {
      const expected = words.map((one) => `'${one}'`).join(', ');
      this.note(field, 'enum', `Must be one of: ${expected}.`, { expected });
    }
    return word;
  }

  /** A whole number, in digits where it stands in a query. */
  whole(field: string, { min, max }: { readonly min: number; readonly max: number }): number | undefined {
    const value = this.take(field);
    if (value === undefined) {
      return undefined;
    }
    const number = typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
      this.note(field, 'int_parsing', 'Must be a whole number.');
      return undefined;
    }
    if (number < min) {
      this.note(field, 'greater_than_equal', `Must be at least ${min}.`, { ge: min });
    } else if (number > max) {
      this.note(field, 'less_than_equal', `Must be at most ${max}.`, { le: max });
    }
    return number;
  }

  /** Any JSON; null is a value like others. Undefined: absent. */
  any(field: string): unknown {
    this.known.add(field);
    return Object.hasOwn(this.fields, field) ? this.fields[field] : undefined;
  }

  /** An object in the object, whose unknown fields `finish` finds only when it was finished itself. */
  object(field: string): IfmShape | undefined {
    const value = this.take(field);
    if (value === undefined) {
      return undefined;
    }
    if (!isFields(value)) {
      this.note(field, 'dict_type', 'Must be a JSON object.');
      return undefined;
    }
    return new IfmShape(value, [...this.place, field], this.findings);
  }

  /** Further fields at the same place, which came by another way: what is wrong with them is told with the rest. */
  beside(fields: Fields): IfmShape {
    return new IfmShape(fields, this.place, this.findings);
  }

  /** Notes a fault that only the caller can see. */
  fault(field: string, type: ShapeFaultType, msg: string): void {
    this.note(field, type, msg);
  }

  /** Notes fields that nobody asked for. */
  closeFields(): this {
    for (const field of Object.keys(this.fields)) {
      if (!this.known.has(field)) {
        this.note(field, 'extra_forbidden', 'There is no such field here.');
      }
    }
    return this;
  }

  /** Throws `ShapeError` when anything is wrong. Call it on the outermost object, last. */
  finish(): void {
    this.closeFields();
    this.assertSound();
  }

  /** The same, but fields that nobody asked for are no fault. */
  assertSound(): void {
    if (this.findings.faults.length > 0) {
      throw new ShapeError(this.findings.faults);
    }
  }

  private take(field: string, required = false): unknown {
    this.known.add(field);
    const value = Object.hasOwn(this.fields, field) ? this.fields[field] : undefined;
    if (value === null && !required) {
      return undefined;
    }
    if (value === undefined && required) {
      const { faults, secrets } = this.findings;
      const loc = [...this.place, field];
      const input = shownInput(this.fields, secrets);
      faults.push({ type: 'missing', loc, msg: 'This field is required.', input });
    }
    return value;
  }

  private note(
    field: string,
    type: ShapeFaultType,
    msg: string,
    ctx?: Readonly<Record<string, unknown>>,
  ): void {
    const { faults, secrets } = this.findings;
    const input = secrets.has(field) ? HIDDEN_INPUT : shownInput(this.fields[field], secrets);
    faults.push({ type, loc: [...this.place, field], msg, input, ...(ctx === undefined ? {} : { ctx }) });
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

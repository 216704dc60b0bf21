import { commonType, integerType, sortedTypes, typeOfText } from './data-types.js';
import type { DataType } from './data-types.js';
import type { FieldLocator, SampledField } from './file-sample.js';

/** Longest text of a value that is kept. */
const LONGEST_VALUE = 4_096;
/** Texts that are told apart by their looks; more would tell nothing new. */
const MOST_TYPED = 1_000;
/** Documents whose keys are data have any number of places. */
const MOST_FIELDS = 5_000;
const YEAR_NAME = /(?:^|[^a-z])(?:year|yr|jahr|ano|anno|annee)(?:[^a-z]|$)|Year$/i;

/** What a value is by the file's own word; `text`: its looks decide. */
export type NativeType = DataType | 'text' | 'number';

interface Field {
  readonly locator: FieldLocator;
  readonly isYear: boolean;
  readonly native: Set<DataType>;
  readonly ofText: Set<DataType>;
  readonly values: (string | null)[];
  texts: number;
}

/** Gathers the first values of each place of a file. */
export class FieldCollector {
  private readonly fields = new Map<string, Field>();
  /** There are more places than are kept. */
  private isFull = false;

  constructor(
    /** Most values of each field; 0: none are kept, nor looked at. */
    private readonly most: number,
  ) {}

  get problem(): string | null {
    return this.isFull ? `It has more than ${MOST_FIELDS} places: only the first ones are shown.` : null;
  }

  /** Notes a place, also where no value comes; those of one locator are one. */
  note(locator: FieldLocator): void {
    this.fieldOf(locator);
  }

  /** Notes what a place holds by the schema of the file. */
  type(locator: FieldLocator, type: DataType): void {
    this.fieldOf(locator)?.native.add(type);
  }

  /** Null: a null. */
  add(locator: FieldLocator, text: string | null, type: NativeType): void {
    const field = this.fieldOf(locator);
    if (field === null || (this.most > 0 && field.values.length >= this.most)) {
      return;
    }
    if (text !== null) {
      this.look(field, text, type);
    }
    if (this.most > 0) {
      field.values.push(text?.slice(0, LONGEST_VALUE) ?? null);
    }
  }

  result(): readonly SampledField[] {
    return [...this.fields.values()].map(({ locator, native, ofText, values }) => ({
      locator,
      dataTypes: sortedTypes(new Set([...native, ...commonType(ofText)])),
      values: this.most > 0 ? values : null,
    }));
  }

  private look(field: Field, text: string, type: NativeType): void {
    if (type === 'number') {
      field.native.add(numberType(text));
    } else if (type !== 'text') {
      field.native.add(type);
    } else if (this.most === 0) {
      field.ofText.add('str');
    } else if (field.texts < MOST_TYPED) {
      field.texts += 1;
      field.ofText.add(typeOfText(text.trim(), field.isYear));
    }
  }

  private fieldOf(locator: FieldLocator): Field | null {
    const key = typeof locator === 'string' ? locator : JSON.stringify(locator);
    const known = this.fields.get(key);
    if (known !== undefined) {
      return known;
    }
    if (this.fields.size >= MOST_FIELDS) {
      this.isFull = true;
      return null;
    }
    const name = typeof locator === 'string' ? locator : (locator.at(-1) ?? '');
    const sets = { native: new Set<DataType>(), ofText: new Set<DataType>() };
    const field: Field = { locator, isYear: YEAR_NAME.test(name), ...sets, values: [], texts: 0 };
    this.fields.set(key, field);
    return field;
  }
}

/** By the way it is written in JSON. */
function numberType(text: string): DataType {
  return /[.eE]/.test(text) ? 'float' : integerType(text);
}

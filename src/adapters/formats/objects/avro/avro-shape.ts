import avro from 'avsc';
import { FormatError } from '../../format-error.js';
import type { types as avroTypes, Type as AvroType } from 'avsc';

/** A schema as far as reading and writing values needs it; recursive schemas make circles of shapes. */
export type AvroShape =
  | { readonly kind: 'null' | 'boolean' | 'float' | 'double' | 'string' }
  | { readonly kind: 'int' | 'long'; readonly logical: AvroTime | null }
  | { readonly kind: 'bytes'; readonly decimal: AvroDecimal | null }
  | { readonly kind: 'fixed'; readonly size: number; readonly decimal: AvroDecimal | null }
  | { readonly kind: 'enum'; readonly symbols: readonly string[] }
  | { readonly kind: 'array' | 'map'; readonly items: AvroShape }
  | { readonly kind: 'record'; readonly fields: readonly AvroField[] }
  | { readonly kind: 'union'; readonly branches: readonly AvroShape[] };

export interface AvroField {
  readonly name: string;
  readonly shape: AvroShape;
}

export interface AvroDecimal {
  readonly precision: number;
  readonly scale: number;
}

/** What a whole number means; `digits` of a second. */
export interface AvroTime {
  readonly form: 'date' | 'time' | 'timestamp' | 'local';
  readonly digits: 0 | 3 | 6 | 9;
}

const TIMES: Readonly<Record<string, AvroTime>> = {
  date: { form: 'date', digits: 0 },
  'time-millis': { form: 'time', digits: 3 },
  'time-micros': { form: 'time', digits: 6 },
  'timestamp-millis': { form: 'timestamp', digits: 3 },
  'timestamp-micros': { form: 'timestamp', digits: 6 },
  'timestamp-nanos': { form: 'timestamp', digits: 9 },
  'local-timestamp-millis': { form: 'local', digits: 3 },
  'local-timestamp-micros': { form: 'local', digits: 6 },
  'local-timestamp-nanos': { form: 'local', digits: 9 },
};

/** What the schema says of a logical type besides its name. */
interface LogicalSchema {
  readonly logicalType: string;
  readonly precision?: number;
  readonly scale?: number;
}

/** Keeps what the schema says; values are read and written elsewhere. */
class KeptLogicalType extends avro.types.LogicalType {
  readonly said: LogicalSchema;

  constructor(schema: LogicalSchema, options: unknown) {
    super(schema as never, options);
    this.said = schema;
  }
}

const LOGICAL_NAMES = [...Object.keys(TIMES), 'decimal'];
const LOGICAL_TYPES = Object.fromEntries(LOGICAL_NAMES.map((name) => [name, KeptLogicalType]));

/** The shape of a schema, as the header of a file holds it. Throws `FormatError`. */
export function readAvroSchema(json: string): AvroShape {
  try {
    const schema = JSON.parse(json) as never;
    return new ShapeReader().shape(
      avro.Type.forSchema(schema, {
        logicalTypes: LOGICAL_TYPES as never,
        wrapUnions: true,
        omitRecordMethods: true,
      }),
    );
  } catch (error) {
    throw error instanceof FormatError
      ? error
      : new FormatError('malformed', 'The schema in the file is no Avro schema.', { cause: error });
  }
}

class ShapeReader {
  private readonly known = new Map<AvroType, AvroShape>();

  shape(type: AvroType): AvroShape {
    const known = this.known.get(type);
    if (known !== undefined) {
      return known;
    }
    if (type instanceof KeptLogicalType) {
      return logicalShape(type.underlyingType, type.said);
    }
    return this.container(type) ?? plainShape(type, null);
  }

  /** Known before what is in it is read: it may be in itself. */
  private container(type: AvroType): AvroShape | null {
    const types = avro.types;
    if (type instanceof types.RecordType) {
      const fields: AvroField[] = [];
      const record: AvroShape = { kind: 'record', fields };
      this.known.set(type, record);
      fields.push(...type.fields.map((field) => ({ name: field.name, shape: this.shape(field.type) })));
      return record;
    }
    if (type instanceof types.ArrayType) {
      return { kind: 'array', items: this.shape(type.itemsType) };
    }
    if (type instanceof types.MapType) {
      return { kind: 'map', items: this.shape(type.valuesType as AvroType) };
    }
    if (type instanceof types.WrappedUnionType) {
      return { kind: 'union', branches: type.types.map((branch) => this.shape(branch)) };
    }
    return null;
  }
}

function logicalShape(type: AvroType, { logicalType, precision, scale }: LogicalSchema): AvroShape {
  const time = TIMES[logicalType] ?? null;
  const shape = plainShape(type, time);
  const isDecimal = logicalType === 'decimal' && (shape.kind === 'bytes' || shape.kind === 'fixed');
  return isDecimal ? { ...shape, decimal: { precision: precision ?? 0, scale: scale ?? 0 } } : shape;
}

function plainShape(type: AvroType, logical: AvroTime | null): AvroShape {
  const kind = type.typeName;
  switch (kind) {
    case 'null':
    case 'boolean':
    case 'float':
    case 'double':
    case 'string':
      return { kind };
    case 'int':
    case 'long':
      return { kind, logical };
    case 'bytes':
      return { kind, decimal: null };
    case 'fixed':
      return { kind, size: (type as avroTypes.FixedType).size, decimal: null };
    case 'enum':
      return { kind, symbols: (type as avroTypes.EnumType).symbols };
    default:
      throw new FormatError('unsupported', `The schema has a type that is not known: ${kind}.`);
  }
}

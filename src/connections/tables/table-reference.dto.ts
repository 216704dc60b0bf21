import { ApiProperty } from '@nestjs/swagger';
import { isEncoding } from '../../adapters/formats/index.js';
import { assertFields } from '../../common/validation/assert-fields.js';
import { IsName } from '../../common/validation/name.decorators.js';
import { StrictFields } from '../../common/validation/strict-fields.js';
import { described, IsText } from '../../common/validation/text.decorators.js';
import type { TableOptions, TableReference } from './table-reference.entity.js';

const OPTIONS = {
  type: 'object',
  properties: {
    format: { type: 'string', enum: ['csv', 'parquet'], default: 'csv' },
    delimiter: { type: 'string', default: ',' },
    encoding: { type: 'string', default: 'utf-8' },
    quotechar: { type: 'string', default: '"' },
    null_string: { type: 'string', default: '' },
  },
} as const;
const DEFAULTS = { format: 'csv', delimiter: ',', encoding: 'utf-8', quotechar: '"', null_string: '' };
const LONGEST_NULL = 100;

/** A new table reference, or new content for one. */
@StrictFields('id', 'created', 'modified')
export class TableReferenceDto {
  @IsName({ description: 'Unique among table references.', example: 'customers' })
  name: string;

  @IsText({
    description: 'Id of the connection that the table is reached by.',
    example: '7f7b5d0e-6d0e-4a39-9a4e-0c4f4c4f2a11',
    max: 64,
  })
  connection: string;

  @IsText({
    description: '`schema.table` of a database, or the path of a file below the base directory.',
    example: 'crm.customers',
    max: 1_024,
  })
  source: string;

  @described(
    { description: 'How the file is written; what is left out has its default.', optional: true },
    OPTIONS,
  )
  options?: Record<string, unknown> | null;
}

/** A table reference. */
export class TableReferenceResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'customers' })
  name: string;

  @ApiProperty({ format: 'uuid' })
  connection: string;

  @ApiProperty({ example: 'crm.customers' })
  source: string;

  @ApiProperty(OPTIONS)
  options: Record<string, unknown>;

  @ApiProperty({ format: 'date-time' })
  created: string;

  @ApiProperty({ format: 'date-time' })
  modified: string;
}

/** A checked reference. Throws `InvalidInputError` with what is wrong, by field. */
export function readTableReference(
  { name, connection, source, options }: TableReferenceDto,
  maskType: 'database' | 'file',
): Pick<TableReference, 'name' | 'connectionId' | 'source' | 'options'> {
  const isMap = typeof (options ?? {}) === 'object' && !Array.isArray(options);
  assertFields({ options: isMap ? null : 'Must be an object.' });
  const given: Record<string, unknown> = { ...DEFAULTS, ...options };
  assertFields({ source: sourceProblem(source, maskType), options: optionProblems(given) });
  const { null_string: nullString, ...others } = given;
  return { name, connectionId: connection, source, options: { ...others, nullString } as TableOptions };
}

export function toTableReferenceResponse(reference: TableReference): TableReferenceResponse {
  const { nullString, ...options } = reference.options;
  return {
    id: reference.id,
    name: reference.name,
    connection: reference.connectionId,
    source: reference.source,
    options: { ...options, null_string: nullString },
    created: reference.createdTime.toISOString(),
    modified: reference.modifiedTime.toISOString(),
  };
}

function sourceProblem(source: string, maskType: 'database' | 'file'): string | null {
  const leads = maskType === 'file' && (/^[/\\]/.test(source) || source.split(/[/\\]/).includes('..'));
  return leads ? 'Must be a path below the base directory of the connection.' : null;
}

function optionProblems(given: Readonly<Record<string, unknown>>): string[] {
  const { format, delimiter, encoding, quotechar, null_string: nullString } = given;
  const isOne = (text: unknown): boolean => typeof text === 'string' && [...text].length === 1;
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(DEFAULTS, name));
  const checks: readonly (readonly [boolean, string])[] = [
    [format === 'csv' || format === 'parquet', 'format: must be csv or parquet.'],
    [isOne(delimiter), 'delimiter: must be one character.'],
    [
      typeof encoding === 'string' && isEncoding(encoding),
      'encoding: must be one that is known, such as utf-8.',
    ],
    [quotechar === '' || isOne(quotechar), 'quotechar: must be one character, or empty.'],
    [
      typeof nullString === 'string' && nullString.length <= LONGEST_NULL,
      'null_string: must be a short text.',
    ],
  ];
  return [
    ...unknown.map((name) => `${name.slice(0, 60)}: unknown; known are ${Object.keys(DEFAULTS).join(', ')}.`),
    ...checks.filter(([isFine]) => !isFine).map(([, text]) => text),
  ];
}

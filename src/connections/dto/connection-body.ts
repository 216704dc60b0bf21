import type { Type } from '@nestjs/common';
import { validateSync } from 'class-validator';

import { InvalidInputError } from '../../common/errors/domain-error.js';
import { suggestion } from '../../engine/index.js';
import { isSecretName } from '../../common/logging/redact.js';
import { assertPlainInput } from '../../common/validation/plain-input.js';
import {
  DATABASE_KINDS,
  FILE_KINDS,
  isFileKind,
  type ConnectionKind,
  type MaskType,
} from '../connection-kinds.js';
import {
  SECRET_NAMES,
  type ConnectionInput,
  type ConnectionSecrets,
  type ConnectionSettings,
  type SecretName,
  type SqlKind,
} from '../connection-settings.js';
import type { ConnectionBaseDto } from './connection-base.dto.js';
import { DatabricksConnectionDto } from './databricks-connection.dto.js';
import { DynamoConnectionDto } from './dynamo-connection.dto.js';
import { AzureBlobConnectionDto, MountedShareConnectionDto, S3ConnectionDto } from './file-connection.dto.js';
import { camelCaseOf } from './letter-case.js';
import { DocumentDbConnectionDto, MongoConnectionDto } from './mongo-connection.dto.js';
import { SnowflakeConnectionDto } from './snowflake-connection.dto.js';
import { SqlConnectionDto } from './sql-connection.dto.js';
import { portNumber } from './wire-fields.js';

type OtherKind = Exclude<ConnectionKind, SqlKind>;

/** Kinds with fields of their own; all others are SQL databases. */
const OTHER_DTOS: Readonly<Record<OtherKind, Type<ConnectionBaseDto>>> = {
  dynamo_db: DynamoConnectionDto,
  mongodb: MongoConnectionDto,
  documentdb: DocumentDbConnectionDto,
  snowflake: SnowflakeConnectionDto,
  databricks: DatabricksConnectionDto,
  s3_connection: S3ConnectionDto,
  azure_blob_connection: AzureBlobConnectionDto,
  mounted_share_connection: MountedShareConnectionDto,
};

/** Every request body there is, for the documentation. */
export const CONNECTION_DTOS = [SqlConnectionDto, ...new Set(Object.values(OTHER_DTOS))];

/** Parts of a request that are no settings. */
const NOT_SETTINGS: ReadonlySet<string> = new Set(['name', 'version', 'maskType', 'dbType', 'type']);
const SECRETS: ReadonlySet<string> = new Set(SECRET_NAMES);

/** Shown in replies, or part of what clients send for kinds that have no use for it. */
const OTHER_FIELDS = [
  ...['id', 'created_time', 'modified_time', 'last_discovery_run_date', 'last_discovery_run_id'],
  ...['type', 'db_type', 'mask_type', 'options', 'service_name', 'connection_fileset', 'oracle_wallet'],
  ...['is_file_mask_source', 'is_file_mask_destination', 'linked_server', 's3_redshift_iam_role'],
];
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...CONNECTION_DTOS.flatMap((dto) => Object.keys(new dto())),
  ...OTHER_FIELDS,
]);
const LONGEST_NAME = 60;

export type WireObject = Readonly<Record<string, unknown>>;

/**
 * Checks a request for a connection of any kind: the kind decides which fields there are. A field that is null counts as
 * not given; one of another kind is passed over, as is what replies show, because clients send whole objects back; any other
 * is refused: a slip in `base_directory` would widen a connection to everything. Throws `InvalidInputError` with every fault.
 */
export function readConnectionBody(body: unknown): ConnectionInput {
  const given = givenFields(body);
  const kind = readKind(given);
  const dto = fill(new (dtoOf(kind))(), given);
  const problems = { ...problemsOf(dto), ...maskTypeProblem(given, kind), ...unknownFields(given) };
  if (Object.keys(problems).length > 0) {
    throw new InvalidInputError(problems);
  }
  return { name: dto.name, kind, ...separate(dto) };
}

/** The body's fields that are not null. Throws `InvalidInputError` for anything but an object. */
export function givenFields(body: unknown): Record<string, unknown> {
  assertPlainInput(body);
  return Object.fromEntries(
    Object.entries(body as object).filter(([, value]) => value !== null && value !== undefined),
  );
}

export function maskTypeOf(kind: ConnectionKind): MaskType {
  return isFileKind(kind) ? 'file' : 'database';
}

/** Do two kinds have the same fields, so that secrets may stay when one becomes the other? */
export function haveSameFields(one: ConnectionKind, other: ConnectionKind): boolean {
  return dtoOf(one) === dtoOf(other);
}

function dtoOf(kind: ConnectionKind): Type<ConnectionBaseDto> {
  return (OTHER_DTOS as Partial<Record<ConnectionKind, Type<ConnectionBaseDto>>>)[kind] ?? SqlConnectionDto;
}

function readKind(given: WireObject): ConnectionKind {
  const isFile = given.mask_type === 'file' || (given.db_type === undefined && given.type !== undefined);
  const [field, kinds] = isFile ? (['type', FILE_KINDS] as const) : (['db_type', DATABASE_KINDS] as const);
  const value = given[field];
  if (value === undefined) {
    throw new InvalidInputError({ [field]: ['This field is required.'] });
  }
  if (typeof value !== 'string' || !(kinds as readonly string[]).includes(value)) {
    throw new InvalidInputError({ [field]: [`Must be one of ${kinds.join(', ')}.`] });
  }
  return value as ConnectionKind;
}

/** Copies what the class declares (declaring a field defines it on every instance); the rest keeps its defaults. */
function fill(dto: ConnectionBaseDto, given: WireObject): ConnectionBaseDto {
  const declared = Object.keys(dto).filter((name) => Object.hasOwn(given, name));
  return Object.assign(dto, Object.fromEntries(declared.map((name) => [name, given[name]])));
}

function problemsOf(dto: object): Record<string, string[]> {
  const errors = validateSync(dto, { validationError: { target: false, value: false } });
  return Object.fromEntries(errors.map((error) => [error.property, Object.values(error.constraints ?? {})]));
}

function unknownFields(given: WireObject): Record<string, string[]> {
  const unknown = Object.keys(given).filter(
    (name) => !KNOWN_FIELDS.has(name) && !name.endsWith('_encrypted'),
  );
  return Object.fromEntries(
    unknown.map((name) => [
      name.slice(0, LONGEST_NAME),
      [`This field is not known.${suggestion(name, KNOWN_FIELDS)}`],
    ]),
  );
}

function maskTypeProblem(given: WireObject, kind: ConnectionKind): Record<string, string[]> {
  const expected = maskTypeOf(kind);
  const value = given.mask_type;
  return value === undefined || value === expected
    ? {}
    : { mask_type: [`Must be ${expected} for a connection of this kind.`] };
}

/** Parts a checked request into what is stored openly and what is sealed. */
function separate(dto: ConnectionBaseDto): Pick<ConnectionInput, 'settings' | 'secrets'> {
  const settings: Record<string, unknown> = {};
  const secrets: Partial<Record<SecretName, string>> = {};
  for (const [wireName, value] of Object.entries(dto)) {
    const name = wireName === 'dbpassword' ? 'password' : camelCaseOf(wireName);
    if (value === undefined || NOT_SETTINGS.has(name)) {
      continue;
    }
    if (name === 'engineOptions') {
      const [open, sealed] = partOptions(value as WireObject);
      settings[name] = open;
      Object.assign(secrets, sealed);
    } else if (SECRETS.has(name)) {
      secrets[name as SecretName] ??= value as string;
    } else {
      settings[name] = name === 'port' ? portNumber(value) : value;
    }
  }
  return { settings: settings as unknown as ConnectionSettings, secrets: secrets };
}

/** Engine options may hold a private key: whatever has the name of a secret is sealed, all of it as one JSON text. */
function partOptions(options: WireObject): [WireObject, ConnectionSecrets] {
  const entries = Object.entries(options);
  const sealed = entries.filter(([name]) => isSecretName(name));
  return [
    Object.fromEntries(entries.filter(([name]) => !isSecretName(name))),
    sealed.length === 0 ? {} : { engineOptions: JSON.stringify(Object.fromEntries(sealed)) },
  ];
}

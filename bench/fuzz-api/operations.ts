import { readFileSync } from 'node:fs';

/** As much of a JSON schema as our document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema?: Schema;
  readonly example?: unknown;
}

/** One documented operation. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** By content type; empty: it takes no body. */
  readonly bodies: readonly (readonly [contentType: string, schema: Schema])[];
}

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Everything that openapi.json documents, and its named schemas. */
export class Operations {
  readonly all: readonly Operation[];
  private readonly schemas: Readonly<Record<string, Schema>>;

  constructor(path: string) {
    const { paths, components } = JSON.parse(readFileSync(path, 'utf8')) as OpenApi;
    this.schemas = components.schemas;
    this.all = Object.entries(paths).flatMap(([template, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map((method) => ({
        ...{ method: method.toUpperCase(), path: template },
        parameters: item[method]?.parameters ?? [],
        bodies: Object.entries(item[method]?.requestBody?.content ?? {}).map(
          ([type, { schema }]) => [type, schema ?? {}] as const,
        ),
      })),
    );
  }

  /** The schema that a reference names. */
  resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  }
}

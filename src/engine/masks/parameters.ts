import { describeNode } from '../ruleset/yaml-tree.js';
import { quoted, suggestion } from '../ruleset/near-miss.js';
import type { MaskNode } from '../ruleset/nodes.js';
import type { ProblemList } from '../ruleset/problem-list.js';
import type { SeedCatalog } from '../ports/seed-files.js';
import type { YamlNode } from '../ruleset/yaml-tree.js';

/** What reading a parameter gives after a problem. */
export const NOT_READ = Symbol('not read');

/** The type of parameters that name a column of the masked row. */
export const ROW_COLUMN = 'column';

/** What reading one parameter may look at. */
export interface ParameterScope {
  readonly problems: ProblemList;
  readonly path: string;
  readonly seedCatalog: SeedCatalog | null;
  readonly seedFiles: Set<string>;
  /** Where there is no row with columns, in words, such as "in mask_file"; null: there is one. */
  readonly withoutRow: string | null;
  readMasks(node: YamlNode, path: string): readonly MaskNode[];
}

/** One parameter of a mask: checked, documented and typed by the same description. */
export interface Parameter<V> {
  /** Name of the type, for the documentation. */
  readonly type: string;
  readonly description: string;
  /** Limits, for the documentation; empty: none. */
  readonly constraints: string;
  readonly required: boolean;
  /** What an absent parameter means; null: nothing. */
  readonly defaultValue: V | null;
  /** Does an explicit null count as a value? */
  readonly nullIsValue: boolean;
  /** Further names it may be given by. */
  readonly aliases?: readonly string[];
  /** Parameters of the mapping that it is, or of each mapping that it lists. */
  readonly fields?: ParameterTable;
  /** `NOT_READ` after a problem. */
  read(node: YamlNode, scope: ParameterScope): V | typeof NOT_READ;
}

export type ParameterTable = Readonly<Record<string, Parameter<unknown>>>;
export type ParamsOf<T extends ParameterTable> = {
  readonly [K in keyof T]: T[K] extends Parameter<infer V> ? V : never;
};

/** A parameter's meaning without the question whether it must be given. */
export type ParameterType<V> = Pick<Parameter<V>, 'type' | 'description' | 'constraints' | 'read'> & {
  readonly nullIsValue?: boolean;
  readonly fields?: ParameterTable;
};

export function required<V>(type: ParameterType<V>): Parameter<V> {
  return { nullIsValue: false, ...type, required: true, defaultValue: null };
}

export function optional<V>(type: ParameterType<V>): Parameter<V | null> {
  return { nullIsValue: false, ...type, required: false, defaultValue: null };
}

export function withDefault<V>(type: ParameterType<V>, defaultValue: NoInfer<V>): Parameter<V> {
  return { nullIsValue: false, ...type, required: false, defaultValue };
}

/** The parameter under further names too. */
export function alsoNamed<V>(parameter: Parameter<V>, aliases: readonly string[]): Parameter<V> {
  return { ...parameter, aliases };
}

export function reportParameter(
  node: YamlNode,
  scope: ParameterScope,
  code: string,
  message: string,
): typeof NOT_READ {
  scope.problems.error(code, message, { path: scope.path, at: node.at });
  return NOT_READ;
}

export function wrongType(node: YamlNode, scope: ParameterScope, wanted: string): typeof NOT_READ {
  return reportParameter(node, scope, 'wrong_type', `This must be ${wanted}, not ${describeNode(node)}.`);
}

export function text(description: string): ParameterType<string> {
  return {
    type: 'text',
    description,
    constraints: '',
    read: (node, scope) =>
      node.kind === 'scalar' && typeof node.value === 'string'
        ? node.value
        : wrongType(node, scope, 'text (put it in quotes)'),
  };
}

export function boolean(description: string): ParameterType<boolean> {
  return {
    type: 'boolean',
    description,
    constraints: '',
    read: (node, scope) =>
      node.kind === 'scalar' && typeof node.value === 'boolean'
        ? node.value
        : wrongType(node, scope, 'true or false'),
  };
}

/** A whole number within limits that fit JavaScript's numbers. */
export function integer(description: string, min: number, max: number): ParameterType<number> {
  return {
    type: 'integer',
    description,
    constraints: `${min} to ${max}`,
    read: (node, scope) => {
      const value = node.kind === 'scalar' ? node.value : null;
      if (typeof value !== 'bigint') {
        return wrongType(node, scope, 'a whole number');
      }
      return value >= BigInt(min) && value <= BigInt(max)
        ? Number(value)
        : reportParameter(node, scope, 'out_of_range', `This must be between ${min} and ${max}.`);
    },
  };
}

/** One of a few words; `aliases` are further spellings. */
export function oneOf<const V extends string>(
  description: string,
  values: readonly V[],
  aliases: Readonly<Record<string, NoInfer<V>>> = {},
): ParameterType<V> {
  return {
    type: 'word',
    description,
    constraints: values.join(', '),
    read: (node, scope) => {
      if (node.kind !== 'scalar' || typeof node.value !== 'string') {
        return wrongType(node, scope, `one of ${values.join(', ')}`);
      }
      const written = node.value;
      const known =
        values.find((value) => value === written) ?? new Map(Object.entries(aliases)).get(written);
      if (known !== undefined) {
        return known;
      }
      const message = `${quoted(written)} is not one of ${values.join(', ')}.${suggestion(written, values)}`;
      return reportParameter(node, scope, 'bad_value', message);
    },
  };
}

/** Child masks, as a list or as a mapping of labelled masks. */
export function maskList(description: string): ParameterType<readonly MaskNode[]> {
  return {
    type: 'masks',
    description,
    constraints: 'at least one',
    read: (node, scope) => {
      const before = scope.problems.errorCount;
      const masks = scope.readMasks(node, scope.path);
      return scope.problems.errorCount === before ? masks : NOT_READ;
    },
  };
}

/** Name of a column of the masked row: refused where there is none. */
export function rowColumn(description: string): ParameterType<string> {
  return { ...text(description), type: ROW_COLUMN };
}

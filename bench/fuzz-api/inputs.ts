import type { Operations, Schema } from './operations.js';

const DEEPEST = 6;

export type Random = () => number;

export function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}

/** What has been found to hurt servers: each is a text. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\ufeff',
    '\u202e',
    '👩‍👩‍👧',
    'ｆｕｌｌ',
    '\r\n\tx: y',
    '%00',
    '%',
    '%zz',
  ],
  ...[
    '..',
    '../../etc/passwd',
    '..%2f..%2f',
    'C:\\con',
    'aux',
    '/',
    'a/b',
    '.git/config',
    '~root',
    '\\\\host\\share',
  ],
  ...["' OR 1=1 --", '"; DROP TABLE run; --', '$1', '${7*7}', '{{7*7}}', '`id`', '$(id)', '=1+1', '@SUM(1)'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    'true',
    '-1',
    '0',
    '1e999',
    '0x10',
    '٣',
  ],
  ...['1e400', '9007199254740993', '-9223372036854775809', '2147483648', '00', '1.5', '1_000', '١'],
  ...[
    'file:///etc/passwd',
    'http://169.254.169.254/',
    'ext::sh -c id',
    '--upload-pack=id',
    'javascript:alert(1)',
  ],
  ...[
    '(a+)+$',
    '(?=x)',
    '[',
    '(((((',
    'x{1000000}',
    '*&a',
    '&a [*a]',
    '!!js/function x',
    '- - - - -',
    '{',
    ': :',
    '%YAML 9',
  ],
  ...['00000000-0000-0000-0000-000000000000', '2026-02-30', '0000-00-00', '9999-12-31T23:59:60Z', '1970'],
  ...['x'.repeat(300), 'ä'.repeat(5_000), '['.repeat(20_000), 'é\u0301'.repeat(100)],
];

const HOSTILE_NUMBERS = [0, -0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 5e-324];

/** Values for a schema: mostly what it asks for, sometimes what it does not. */
export class Inputs {
  constructor(
    private readonly operations: Operations,
    /** Ids and names that earlier answers held: what a caller would send. */
    private readonly known: readonly string[],
  ) {}

  /** `hostility`: how often, from 0 to 1, something else is sent than what is asked for. */
  value(schema: Schema, random: Random, hostility: number, depth = 0): unknown {
    if (random() < hostility) {
      return this.hostile(random, depth);
    }
    const resolved = this.operations.resolve(schema);
    const variants = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
    if (variants.length > 0 && depth < DEEPEST) {
      return this.value(oneOf(random, variants), random, hostility, depth + 1);
    }
    if (resolved.enum !== undefined) {
      return oneOf(random, resolved.enum);
    }
    return resolved.example !== undefined && random() < 0.5
      ? resolved.example
      : this.made(resolved, random, hostility, depth);
  }

  private made(
    { type, properties, items = {} }: Schema,
    random: Random,
    hostility: number,
    depth: number,
  ): unknown {
    if (depth < DEEPEST && properties !== undefined) {
      return this.object(properties, random, hostility, depth);
    }
    if (depth < DEEPEST && type === 'array') {
      const one = (): unknown => this.value(items, random, hostility, depth + 1);
      return Array.from({ length: Math.floor(random() * 4) }, one);
    }
    return this.scalar(type, random);
  }

  /** A text for a path or a query. */
  text(schema: Schema, random: Random, hostility: number): string {
    if (random() < hostility) {
      return oneOf(random, HOSTILE_TEXTS);
    }
    if (this.known.length > 0 && random() < 0.7) {
      return oneOf(random, this.known);
    }
    const value = this.value(schema, random, 0);
    return typeof value === 'string' ? value : JSON.stringify(value ?? null);
  }

  private object(
    properties: Readonly<Record<string, Schema>>,
    random: Random,
    hostility: number,
    depth: number,
  ): Record<string, unknown> {
    const entries = Object.entries(properties)
      .filter(() => random() < 0.85)
      .map(([name, schema]) => [name, this.value(schema, random, hostility, depth + 1)] as const);
    const extra = random() < hostility / 2 ? [[oneOf(random, HOSTILE_TEXTS), 1] as const] : [];
    return Object.fromEntries([...entries, ...extra]);
  }

  private scalar(type: string | undefined, random: Random): unknown {
    switch (type) {
      case 'boolean':
        return random() < 0.5;
      case 'integer':
      case 'number':
        return Math.floor(random() * 100);
      case 'object':
        return {};
      case 'array':
        return [];
      default:
        return this.known.length > 0 && random() < 0.4
          ? oneOf(random, this.known)
          : `name ${Math.floor(random() * 50)}`;
    }
  }

  private hostile(random: Random, depth: number): unknown {
    const kind = random();
    if (kind < 0.6) {
      return oneOf(random, HOSTILE_TEXTS);
    }
    if (kind < 0.8) {
      return oneOf(random, HOSTILE_NUMBERS);
    }
    if (kind < 0.9 || depth >= DEEPEST) {
      return oneOf(random, [null, true, [], {}]);
    }
    return oneOf(random, [
      [this.hostile(random, depth + 1)],
      { [oneOf(random, HOSTILE_TEXTS)]: this.hostile(random, depth + 1) },
    ]);
  }
}

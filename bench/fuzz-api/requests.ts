import { Inputs, HOSTILE_TEXTS, oneOf, type Random } from './inputs.js';
import type { Operation, Operations, Schema } from './operations.js';

/** A request as it is sent; whole, so that it can be sent again. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

const LONGEST_PART = 1_500;
const BOUNDARY = 'vizard-fuzz';
const DAMAGED = ['', '{', '[1,', 'null', '"x"', '{"a":1,"a":2}', '{"__proto__":{"x":1}}', '\u0000', '[[[[[['];
const FILES = [
  'name,city\nAnn,Bonn\n',
  '',
  'a\n"',
  'PK\u0003\u0004',
  '\ufeffname;x\n1;2\n',
  '-----BEGIN PRIVATE KEY-----\n',
];
const BAD_CALLERS = ['', 'Token nonsense', 'Bearer a.b.c', 'Basic Og==', 'Token'];
const TYPES = ['text/plain', 'application/xml', 'application/json; charset=utf-7', 'multipart/form-data', ''];

/** The administrator's `Authorization` headers, for management and for masking. */
export interface Caller {
  readonly token: string;
  readonly bearer: string;
}

/** Makes requests to documented operations: a third of them as documented, the others wrong somewhere. */
export class Requests {
  private readonly inputs: Inputs;

  constructor(
    private readonly operations: Operations,
    known: readonly string[],
  ) {
    this.inputs = new Inputs(operations, known);
  }

  make(random: Random, caller: Caller): FuzzRequest {
    const operation = oneOf(random, this.operations.all);
    const authorization = authorizationOf(operation.path, random, caller);
    const hostility = random() < 0.33 ? 0 : 0.25;
    const { type, body } = this.body(operation, random, hostility);
    const headers: Record<string, string> = authorization === '' ? {} : { authorization };
    if (type !== null) {
      headers['content-type'] = random() < hostility / 5 ? oneOf(random, TYPES) : type;
    }
    return { method: operation.method, path: this.path(operation, random, hostility), headers, body };
  }

  private path(operation: Operation, random: Random, hostility: number): string {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
      const parameter = operation.parameters.find((one) => one.name === name);
      return encodeURIComponent(well(this.inputs.text(parameter?.schema ?? {}, random, hostility)));
    });
    const query = operation.parameters
      .filter((parameter) => parameter.in === 'query' && random() < 0.4)
      .map(
        ({ name, schema = {} }) =>
          `${name}=${encodeURIComponent(well(this.inputs.text(schema, random, hostility)))}`,
      );
    if (random() < hostility / 4) {
      query.push(`${encodeURIComponent(well(oneOf(random, HOSTILE_TEXTS)))}=1`);
    }
    return query.length === 0 ? path : `${path}?${query.join('&')}`;
  }

  private body(
    { bodies }: Operation,
    random: Random,
    hostility: number,
  ): { type: string | null; body: string | Buffer | null } {
    if (bodies.length === 0) {
      return random() < hostility / 4
        ? { type: 'application/json', body: oneOf(random, DAMAGED) }
        : { type: null, body: null };
    }
    const [type, schema] = oneOf(random, bodies);
    if (random() < hostility / 4) {
      return { type, body: oneOf(random, DAMAGED) };
    }
    if (type === 'multipart/form-data') {
      return { type: `${type}; boundary=${BOUNDARY}`, body: this.form(schema, random, hostility) };
    }
    const value = JSON.stringify(this.inputs.value(schema, random, hostility));
    return { type, body: type === 'application/x-ndjson' ? `${value}\n${value}\n` : value };
  }

  private form(schema: Schema, random: Random, hostility: number): string {
    const { properties = {} } = this.operations.resolve(schema);
    const parts = Object.entries(properties).map(([name, one]) => {
      const isFile = (one as { format?: string }).format === 'binary';
      const file = isFile ? `; filename="${oneOf(random, ['a.csv', 'a.zip', '../x', 'key.pem', ''])}"` : '';
      const content = isFile ? oneOf(random, FILES) : this.inputs.text(one, random, hostility);
      return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
    });
    return `${parts.join('')}--${BOUNDARY}--\r\n`;
  }
}

/** Mostly the right one, since only that gets behind the guards. */
function authorizationOf(path: string, random: Random, { token, bearer }: Caller): string {
  const isMasking = path.startsWith('/ifm/') || path.startsWith('/ruleset-plans/');
  return random() < 0.85 ? (isMasking ? bearer : token) : oneOf(random, [token, bearer, ...BAD_CALLERS]);
}

/** A lone surrogate cannot be written into a path at all, and the server's own parser cuts longer addresses off. */
function well(text: string): string {
  return Buffer.from(text.slice(0, LONGEST_PART), 'utf8').toString('utf8');
}

import type { OpenAPIObject } from '@nestjs/swagger';
import { isWellFormed } from '../common/http/paths.js';

type Paths = OpenAPIObject['paths'];
type PathItem = Paths[string];
type Operation = NonNullable<PathItem['get']>;
type Answer = NonNullable<Operation['responses'][string]>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

const errorSchema = (path: string): string =>
  path.startsWith('/ifm/') || path.startsWith('/ruleset-plans/')
    ? '#/components/schemas/InFlightErrorResponse'
    : '#/components/schemas/ErrorResponse';

/** The framework drops final slashes, and knows nothing of answers that every route may give. Sorted by path. */
export function completePaths(paths: Paths): Paths {
  return Object.fromEntries(
    Object.entries(paths)
      .map(([path, item]) => [withSlash(path), item] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([path, item]) => [path, completeItem(path, item)]),
  );
}

/** As the server answers: files end without a slash, everything else with one. */
function withSlash(path: string): string {
  return path.endsWith('/') || path.endsWith('{file}') || isWellFormed(path) ? path : `${path}/`;
}

function completeItem(path: string, item: PathItem): PathItem {
  const completed = METHODS.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, completeOperation(path, operation)] as const];
  });
  return { ...item, ...Object.fromEntries(completed) };
}

function completeOperation(path: string, operation: Operation): Operation {
  const content = { 'application/json': { schema: { $ref: errorSchema(path) } } };
  const tooMany: Answer = {
    description: 'Too many requests: `Retry-After` says how many seconds to wait.',
    content,
    headers: { 'Retry-After': { schema: { type: 'integer' } } },
  };
  const internal: Answer = { description: 'Our fault. Quote `request_id` when you report it.', content };
  return { ...withForm(operation), responses: { '429': tooMany, '500': internal, ...operation.responses } };
}

/** Bodies that come as JSON or as a form have a schema for each. */
function withForm(operation: Operation): Operation {
  const { 'x-form-schema': schema, ...rest } = operation as Operation & { 'x-form-schema'?: string };
  const { requestBody } = rest;
  if (schema === undefined || requestBody === undefined || !('content' in requestBody)) {
    return rest;
  }
  const content = { ...requestBody.content, 'multipart/form-data': { schema: { $ref: schema } } };
  return { ...rest, requestBody: { ...requestBody, content } };
}

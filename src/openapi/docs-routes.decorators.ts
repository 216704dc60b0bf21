import { applyDecorators, Get, Header, type Type } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';

interface FileRouteTexts {
  readonly summary: string;
  readonly description: string;
  readonly example: string;
  /** Of the answer where there is no such file. */
  readonly notFound: Type;
}

/** The OpenAPI document itself. */
export function DocumentRoute(summary: string): MethodDecorator {
  return applyDecorators(
    Get('openapi.json'),
    ApiOperation({ summary, description: 'To generate clients from, for example.' }),
    ApiOkResponse({ description: 'OpenAPI 3.', schema: { type: 'object', additionalProperties: true } }),
  );
}

/** A page that shows the document. */
export function PageRoute(path: string, summary: string): MethodDecorator {
  return applyDecorators(
    Get(path),
    Header('Content-Type', 'text/html; charset=utf-8'),
    ApiOperation({ summary, description: 'For browsers.' }),
    ApiOkResponse({ description: 'HTML.', content: { 'text/html': { schema: { type: 'string' } } } }),
  );
}

/** A file that such a page loads. */
export function PageFileRoute(path: string, texts: FileRouteTexts): MethodDecorator {
  const { summary, description, example, notFound } = texts;
  return applyDecorators(
    Get(`${path}/:file`),
    Header('Cache-Control', 'public, max-age=3600'),
    ApiOperation({ summary, description }),
    ApiParam({ name: 'file', example }),
    ApiOkResponse({
      description: 'The file.',
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    }),
    ApiNotFoundResponse({ type: notFound }),
  );
}

import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put, type Type } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
} from '@nestjs/swagger';
import { ApiInvalidInput } from './api-invalid-input.decorator.js';
import { ErrorResponse } from './dto/error.response.js';

/** What the documentation says of a route. */
interface RouteTexts {
  readonly summary: string;
  readonly description?: string;
}

/** Where one thing is, below the controller's path: by default `:id`. */
interface PlaceOfOne {
  readonly path?: string;
}

interface ItemRoute extends RouteTexts {
  /** What it answers. */
  readonly type: Type;
}

interface WritingRoute extends ItemRoute {
  /** When it answers 400. */
  readonly invalid: string;
  /** When it answers 409; absent: never. */
  readonly conflict?: string;
}

interface RemovingRoute extends RouteTexts {
  /** When it answers 409; absent: never. */
  readonly conflict?: string;
  /** What `?force=true` does; absent: there is no such parameter. */
  readonly force?: string;
}

/*
 * The routes that most kinds of things have: create, show, replace, update, remove. Who may call one stands beside it,
 * as everywhere.
 */

/** `POST` on the collection. */
export function CreateRoute({ type, invalid, ...route }: WritingRoute): MethodDecorator {
  return applyDecorators(
    Post(),
    ApiOperation(textsOf(route)),
    ApiCreatedResponse({ type }),
    ApiInvalidInput(invalid),
    ...conflictOf(route),
  );
}

/** `GET` of one. */
export function ShowRoute({ path = ':id', type, ...route }: ItemRoute & PlaceOfOne): MethodDecorator {
  return applyDecorators(
    Get(path),
    ApiOperation(textsOf(route)),
    ApiOkResponse({ type }),
    ApiNotFoundResponse({ type: ErrorResponse }),
  );
}

/** `PUT` of one. */
export function ReplaceRoute({ path = ':id', ...route }: WritingRoute & PlaceOfOne): MethodDecorator {
  return changeRoute(Put(path), route);
}

/** `PATCH` of one: what is left out stays. */
export function UpdateRoute({ path = ':id', ...route }: WritingRoute & PlaceOfOne): MethodDecorator {
  return changeRoute(Patch(path), route);
}

function changeRoute(method: MethodDecorator, { type, invalid, ...route }: WritingRoute): MethodDecorator {
  return applyDecorators(
    method,
    ApiOperation(textsOf(route)),
    ApiOkResponse({ type }),
    ApiInvalidInput(invalid),
    ApiNotFoundResponse({ type: ErrorResponse }),
    ...conflictOf(route),
  );
}

/** `DELETE` of one; the answer is 204. */
export function RemoveRoute({ force, ...route }: RemovingRoute): MethodDecorator {
  return applyDecorators(
    Delete(':id'),
    HttpCode(204),
    ApiOperation(textsOf(route)),
    ...(force === undefined
      ? []
      : [ApiQuery({ name: 'force', required: false, type: Boolean, description: force })]),
    ApiNoContentResponse(),
    ApiNotFoundResponse({ type: ErrorResponse }),
    ...conflictOf(route),
  );
}

function textsOf({ summary, description }: RouteTexts): RouteTexts {
  return { summary, ...(description === undefined ? {} : { description }) };
}

function conflictOf({ conflict }: { readonly conflict?: string }): MethodDecorator[] {
  return conflict === undefined ? [] : [ApiConflictResponse({ description: conflict, type: ErrorResponse })];
}

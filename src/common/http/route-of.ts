import type { IncomingMessage } from 'node:http';
import { maskedPlanOf } from './paths.js';

const MASKING_ROUTE = '/ifm/ruleset-plans/:name/mask';

/** The framework notes the route on the request. */
interface RoutedRequest extends IncomingMessage {
  readonly route?: { readonly path?: unknown };
}

/** The template of what was asked for, never the path itself, which may hold names; null: no route is like it. */
export function routeOf({ route, url }: RoutedRequest): string | null {
  if (typeof route?.path === 'string') {
    return route.path;
  }
  return url !== undefined && maskedPlanOf(url) !== null ? MASKING_ROUTE : null;
}

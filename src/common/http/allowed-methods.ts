import type { Request } from 'express';

/** What we read of the router; its own types leave out how a path is matched. */
interface RouteLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods that some route serves at the path of a request; empty: the path names nothing. */
export function allowedMethods(request: Request): string[] {
  const { stack } = (request.app as unknown as { readonly router: { readonly stack: readonly RouteLayer[] } })
    .router;
  const methods = stack.flatMap((layer) =>
    layer.route !== undefined && layer.match(request.path) ? Object.keys(layer.route.methods) : [],
  );
  const named = methods.filter((method) => !method.startsWith('_')).map((method) => method.toUpperCase());
  return [...new Set(named.includes('GET') ? [...named, 'HEAD'] : named)].sort();
}

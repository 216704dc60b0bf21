/** Asked for by machines inside, under whatever address they know. */
const PROBES: readonly string[] = ['/api/healthcheck/', '/api/health-check/', '/api/readiness/', '/metrics'];

/** Served without a trailing slash: files, not resources. */
const FILES =
  /^\/(?:api\/(?:openapi\.json|docs\/[^/]+)|ifm\/(?:openapi\.json|(?:docs|redoc)\/[^/]+)|metrics)$/;

const MASK = /^\/(?:ifm\/)?ruleset-plans\/([^/?]+)\/mask\/(?:\?|$)/;

/** Where somebody with a browser arrives by guess → where the documentation is, relative to there. */
const ENTRANCES: ReadonlyMap<string, string> = new Map([
  ['/', 'api/docs/'],
  ['/api/docs', 'docs/'],
  ['/ifm', 'ifm/docs/'],
  ['/ifm/', 'docs/'],
  ['/ifm/docs', 'docs/'],
  ['/ifm/redoc', 'redoc/'],
]);

/** Requests by which orchestrators and monitors ask how the process does. */
export function isProbe(path: string): boolean {
  return PROBES.includes(path);
}

/** Does the path belong to the management API? */
export function isManagement(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

/** Does the path belong to the in-flight API, whose errors have their own shapes? */
export function isInFlight(path: string): boolean {
  return /^\/(?:ifm|ruleset-plans)(?:\/|$)/.test(path);
}

/** The name of the plan that masks what is sent to an address; null: it is no such address. */
export function maskedPlanOf(url: string): string | null {
  const name = MASK.exec(url)?.[1];
  if (name?.includes('%') !== true) {
    return name ?? null;
  }
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

/**
 * Where a browser is sent on from a path that names nothing; undefined: nowhere. Relative, so that it holds behind a
 * proxy that serves us below a path of its own. The only exception to the rule of the final slash.
 */
export function entranceTo(path: string): string | undefined {
  return ENTRANCES.get(path);
}

/** Paths end in a slash, the few files excepted; anything else names nothing. */
export function isWellFormed(path: string): boolean {
  return path.endsWith('/') ? !path.endsWith('//') && !isFile(path.slice(0, -1)) : isFile(path);
}

/** Is it a path without a slash at its end, as files have? */
export function isFile(path: string): boolean {
  return FILES.test(path);
}

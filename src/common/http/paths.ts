const HEALTH_PROBES: readonly string[] = ['/api/healthcheck/', '/api/health-check/'];

/** Served without a trailing slash: files, not resources. */
const FILES = /^\/api\/(openapi\.json|docs\/[^/]+)$/;

/** Requests by which orchestrators ask whether the process lives. */
export function isHealthProbe(path: string): boolean {
  return HEALTH_PROBES.includes(path);
}

/** Does the path belong to the in-flight API, whose errors have their own shapes? */
export function isInFlight(path: string): boolean {
  return path.startsWith('/ifm/') || path.startsWith('/ruleset-plans/');
}

/** Paths end in a slash, the few files excepted; anything else names nothing. */
export function isWellFormed(path: string): boolean {
  const bare = path.replace(/\/$/, '');
  return path.endsWith('/') ? !bare.endsWith('/') && !FILES.test(bare) : FILES.test(path);
}

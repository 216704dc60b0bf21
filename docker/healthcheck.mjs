/** Exit code 0 when this container's process answers; a worker has the same path on the same port. */
const url = `http://127.0.0.1:${process.env.PORT ?? 8080}/api/healthcheck/`;

try {
  const response = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = response.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}

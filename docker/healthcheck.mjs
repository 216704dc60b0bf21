/** Exit code 0 when this container's process answers. */
const path = process.env.ROLE === 'worker' ? '/healthz' : '/api/healthcheck/';

try {
  const response = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}${path}`, {
    signal: AbortSignal.timeout(4_000),
  });
  process.exitCode = response.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}

/** Address of the PostgreSQL server that the tests mask in: given by the environment. */
export function targetServerUrl(): string {
  const url = process.env['TEST_TARGET_URL'];
  if (url === undefined) {
    throw new Error('TEST_TARGET_URL is not set');
  }
  return url;
}

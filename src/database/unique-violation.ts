const UNIQUE_VIOLATION = '23505';

/** Turns "this would hold the same value twice" of our own database into the given error; others pass unchanged. */
export async function onUniqueViolation<T>(work: Promise<T>, toError: () => Error): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { driverError } = error as { driverError?: { code?: unknown } };
    throw driverError?.code === UNIQUE_VIOLATION ? toError() : error;
  }
}

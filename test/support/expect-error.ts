import type { Response } from 'supertest';

/** The one shape of errors that belong to no field: status and exact or matching `detail`, and nothing else. */
export function expectDetail(response: Response, status: number, detail: string | RegExp): void {
  expect({ status: response.status, body: response.body as unknown }).toEqual({
    status,
    body: { detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) },
  });
}

/** The one shape of validation errors: 400 and exactly these fields, each with one matching message. */
export function expectFields(response: Response, fields: Readonly<Record<string, string | RegExp>>): void {
  const expected = Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [
      field,
      [typeof message === 'string' ? message : expect.stringMatching(message)],
    ]),
  );
  expect({ status: response.status, body: response.body as unknown }).toEqual({
    status: 400,
    body: expected,
  });
}

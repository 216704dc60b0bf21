import type { NestInterceptor, Type } from '@nestjs/common';
import { AnyFilesInterceptor } from '@nestjs/platform-express';
import type { Request } from 'express';

import { MAX_PLAN_RULESET } from './plan-name.js';

const MAX_PARTS = 4;
/** A character takes up to four bytes. */
const MAX_PART_BYTES = 4 * MAX_PLAN_RULESET;

/** Reads forms into memory, within bounds; other bodies pass. */
export function planForm(): Type<NestInterceptor> {
  return AnyFilesInterceptor({
    limits: {
      ...{ parts: MAX_PARTS, files: MAX_PARTS, fields: MAX_PARTS, fieldNameSize: 100 },
      ...{ fileSize: MAX_PART_BYTES, fieldSize: MAX_PART_BYTES },
    },
  });
}

/** The parts of a form by name, be they sent as files or as fields; of several with one name the last. */
export function formParts(request: Request): ReadonlyMap<string, Buffer> {
  const files = Array.isArray(request.files) ? request.files : [];
  const fields = Object.entries((request.body ?? {}) as Record<string, unknown>);
  return new Map([
    ...fields.flatMap(([name, value]) => {
      const last: unknown = Array.isArray(value) ? value.at(-1) : value;
      return typeof last === 'string' ? [[name, Buffer.from(last)] as const] : [];
    }),
    ...files.map(({ fieldname, buffer }) => [fieldname, buffer] as const),
  ]);
}

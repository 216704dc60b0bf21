import type { Request } from 'express';
import type { Page, PageSlice } from './dto/page.dto.js';

/** Dresses one page for the wire; `next` and `previous` keep every other parameter of the request. */
export function toPage<T>(results: T[], count: number, slice: PageSlice, request: Request): Page<T> {
  const { limit, offset } = slice;
  return {
    count,
    next: offset + limit < count ? addressOf(request, limit, offset + limit) : null,
    previous: offset > 0 ? addressOf(request, limit, Math.max(0, offset - limit)) : null,
    results,
  };
}

function addressOf(request: Request, limit: number, offset: number): string {
  const url = new URL(request.originalUrl, 'http://localhost');
  url.searchParams.set('limit', String(limit));
  url.searchParams.set('offset', String(offset));
  return `${request.protocol}://${request.get('host') ?? 'localhost'}${url.pathname}${url.search}`;
}

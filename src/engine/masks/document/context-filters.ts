import type { ContextFilter } from './text-parameters.js';
import type { Span } from '../../detection/spans.js';

/** Do the surroundings of an entity say what every filter wants? */
export function passesFilters(text: string, span: Span, filters: readonly ContextFilter[]): boolean {
  return filters.every((filter) => {
    const from = Math.max(0, span.start - filter.window);
    const to = Math.min(text.length, span.end + filter.window);
    const parts = [
      [filter.before, text.slice(from, span.start)],
      [filter.after, text.slice(span.end, to)],
      [filter.within, text.slice(from, to)],
    ] as const;
    const isThere = parts.every(([pattern, part]) => pattern === null || pattern.search.isIn(part));
    return isThere === (filter.mode === 'require');
  });
}

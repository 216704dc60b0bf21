/** SQL of the indexed forms of a path, which may be longer than an index takes. */
export const digestOf = (path: string): string => `encode(sha256(convert_to(${path}, 'UTF8')), 'hex')`;
export const startOf = (path: string): string => `left(${path}, 600)`;

/** SQL: is the file one of a list of paths? */
export const isAmong = (paths: string): string =>
  `path_digest IN (SELECT ${digestOf('path')} FROM unnest(${paths}::text[]) AS path)`;

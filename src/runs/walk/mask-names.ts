/** Of masks and all masks inside them, wherever their parameters keep them. */
export function maskNames(data: unknown): readonly string[] {
  if (data === null || typeof data !== 'object' || ArrayBuffer.isView(data)) {
    return [];
  }
  const own = 'maskName' in data && typeof data.maskName === 'string' ? [data.maskName] : [];
  return [...own, ...Object.values(data).flatMap(maskNames)];
}

/** Do rules have a mask of this name, or masks one of it inside? */
export function namesMask(rules: unknown, name: string): boolean {
  return maskNames(rules).includes(name);
}

import type { Task } from '../../engine/index.js';

/** Is the task at one path done before the one at another begins? Both are leaves. */
export function isDoneBefore(tasks: readonly Task[], earlier: string, later: string): boolean {
  const [one, other] = [earlier.split('.').map(Number), later.split('.').map(Number)];
  const fork = one.findIndex((place, depth) => place !== other[depth]);
  if (fork === -1 || one[fork]! > (other[fork] ?? -1)) {
    return false;
  }
  let inside: readonly Task[] = tasks;
  let isParallel = false;
  for (const place of one.slice(0, fork)) {
    const container = inside[place];
    isParallel = container?.kind === 'parallel';
    inside = container !== undefined && 'tasks' in container ? container.tasks : [];
  }
  return !isParallel;
}

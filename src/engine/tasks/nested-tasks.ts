import type { MapReader } from '../ruleset/map-reader.js';
import type { ReadScope, TaskPlace } from '../ruleset/read-scope.js';
import type { Task } from '../ruleset/nodes.js';

/** How deep parallel and serial tasks may stand in one another. */
const MAX_NESTING = 3;

/** The children of a parallel or serial task; null after a problem. */
export function readNestedTasks(
  reader: MapReader,
  { taskPath, nesting }: TaskPlace,
  scope: ReadScope,
): readonly Task[] | null {
  const node = reader.value('tasks');
  if (node === undefined) {
    reader.missing('tasks');
    return null;
  }
  if (nesting >= MAX_NESTING) {
    const message = `Parallel and serial tasks may be nested ${MAX_NESTING} deep.`;
    reader.problems.error('too_deep', message, reader.place);
    return null;
  }
  const place = { path: reader.pathOf('tasks'), prefix: `${taskPath}.`, nesting: nesting + 1 };
  return scope.readTasks(node, place, scope);
}

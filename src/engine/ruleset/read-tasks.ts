import { TASK_DEFINITIONS } from '../tasks/index.js';
import { describeNode } from './yaml-tree.js';
import { MapReader } from './map-reader.js';
import { quoted, suggestion } from './near-miss.js';
import type { ReadScope, TaskListPlace, TaskPlace } from './read-scope.js';
import type { Task } from './nodes.js';
import type { TaskDefinition } from '../tasks/task-definition.js';
import type { YamlNode } from './yaml-tree.js';

/** Reads a list of tasks. */
export function readTasks(node: YamlNode, place: TaskListPlace, scope: ReadScope): readonly Task[] {
  const { path, prefix, nesting } = place;
  if (node.kind !== 'list') {
    const message = `"tasks" must be a list, not ${describeNode(node)}.`;
    scope.problems.error('wrong_type', message, { path, at: node.at });
    return [];
  }
  if (node.items.length === 0) {
    scope.problems.error('empty_tasks', 'At least one task is needed.', { path, at: node.at });
  }
  return node.items.flatMap(
    (item, index) =>
      readTask(item, `${path}[${index}]`, { taskPath: `${prefix}${index}`, nesting }, scope) ?? [],
  );
}

function readTask(node: YamlNode, path: string, place: TaskPlace, scope: ReadScope): Task | null {
  if (node.kind !== 'map') {
    const message = `A task is a mapping with "type", not ${describeNode(node)}.`;
    scope.problems.error('wrong_type', message, { path, at: node.at });
    return null;
  }
  const reader = new MapReader(node, path, scope.problems);
  const name = reader.requiredText('type');
  const definition = name === null ? null : definitionOf(name, reader, scope);
  if (definition === null) {
    return null;
  }
  const task = definition.read(reader, place, scope);
  reader.optionalText('doc');
  reader.finish();
  warnAboutTask(definition, reader);
  return task;
}

function warnAboutTask({ name, canRun, insteadUse }: TaskDefinition, reader: MapReader): void {
  const place = reader.placeOf('type');
  if (insteadUse !== undefined) {
    const message = `The task "${name}" is deprecated: use ${insteadUse}.`;
    reader.problems.warning('deprecated_task', message, place);
  }
  if (!canRun) {
    const message = `The task "${name}" is checked, but running it is not supported yet.`;
    reader.problems.warning('not_supported_yet', message, place);
  }
}

/** The definition of a task that stands where it belongs; null after a problem. */
function definitionOf(name: string, reader: MapReader, scope: ReadScope): TaskDefinition | null {
  const here = scope.target === 'file' ? 'file' : 'database';
  const definition = TASK_DEFINITIONS.find((candidate) => candidate.name === name);
  if (definition?.targets.includes(here) === true) {
    return definition;
  }
  const place = reader.placeOf('type');
  if (definition === undefined) {
    const known = TASK_DEFINITIONS.filter(({ targets }) => targets.includes(here));
    const near = suggestion(
      name,
      known.map((candidate) => candidate.name),
    );
    reader.problems.error('unknown_task', `There is no task type ${quoted(name)}.${near}`, place);
  } else {
    const message = `The task "${name}" belongs to a ${definition.targets.join(' or ')} ruleset.`;
    reader.problems.error('wrong_ruleset_kind', message, place);
  }
  return null;
}

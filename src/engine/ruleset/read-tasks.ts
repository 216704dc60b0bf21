import { DATABASE_TASK_NAMES, FILE_TASK_NAMES, TASK_DEFINITIONS } from '../tasks/index.js';
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
  if (reader.entry('$ref') !== undefined) {
    const message = 'References to ruleset libraries are not supported yet.';
    scope.problems.error('not_supported_yet', message, reader.keyPlace('$ref'));
    return null;
  }
  const name = reader.requiredText('type');
  const definition = name === null ? null : definitionOf(name, reader, scope);
  if (definition === null) {
    return null;
  }
  const task = definition.read(reader, place, scope);
  reader.optionalText('doc');
  reader.finish(definition.name === 'mask_table' ? ['joins'] : []);
  return task;
}

/** The definition of a task that stands where it belongs; null after a problem. */
function definitionOf(name: string, reader: MapReader, scope: ReadScope): TaskDefinition | null {
  const place = reader.placeOf('type');
  const isFile = scope.target === 'file';
  const here = isFile ? FILE_TASK_NAMES : DATABASE_TASK_NAMES;
  const elsewhere = isFile ? DATABASE_TASK_NAMES : FILE_TASK_NAMES;
  if (!here.includes(name)) {
    if (elsewhere.includes(name)) {
      const message = `The task "${name}" belongs to a ${isFile ? 'database' : 'file'} ruleset.`;
      reader.problems.error('wrong_ruleset_kind', message, place);
    } else {
      const message = `There is no task type ${quoted(name)}.${suggestion(name, here)}`;
      reader.problems.error('unknown_task', message, place);
    }
    return null;
  }
  const definition = TASK_DEFINITIONS.find((candidate) => candidate.name === name);
  if (definition === undefined) {
    const message = isFile ? 'File tasks are not supported yet.' : `The task "${name}" is not supported yet.`;
    reader.problems.error('not_supported_yet', message, place);
  }
  return definition ?? null;
}

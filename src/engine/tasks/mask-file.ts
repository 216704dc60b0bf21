import { readFileSelection } from './file-selection.js';
import { readRecordRules } from '../ruleset/read-record-rules.js';
import type { TaskDefinition } from './task-definition.js';

export const maskFile: TaskDefinition = {
  name: 'mask_file',
  targets: ['file'],
  canRun: true,
  read(reader, { taskPath }, scope) {
    const selection = readFileSelection(reader);
    const rules = readRecordRules(reader, 'file', scope);
    return { kind: 'mask_file', path: taskPath, at: reader.node.at, ...selection, rules };
  },
};

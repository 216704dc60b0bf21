import { EVENT_ID, parseEvents, YAMLException } from 'js-yaml';
import type { Event } from 'js-yaml';
import { MAX_RULESET_LENGTH, prepareSource } from './source-text.js';
import { YamlTreeBuilder } from './yaml-tree-builder.js';
import type { ProblemList } from './problem-list.js';
import type { YamlNode } from './yaml-tree.js';

export const MAX_DEPTH = 100;
const START = { line: 1, column: 1 };

/** What a text is read as. */
export interface YamlOptions {
  /** Put in for `{{ locality }}`. */
  readonly locality: string;
  /** Name of the library whose text it is; null: none. */
  readonly library: string | null;
}

/** Reads one YAML document; null when it cannot be read at all, and the problems say why. Never throws. */
export function parseYaml(text: string, options: YamlOptions, problems: ProblemList): YamlNode | null {
  const { locality, library } = options;
  const start = { path: '', at: { ...START, ...(library === null ? {} : { library }) } };
  if (text.length > MAX_RULESET_LENGTH) {
    problems.error('text_too_long', `The text is longer than ${MAX_RULESET_LENGTH} characters.`, start);
    return null;
  }
  const source = prepareSource(text, locality, library);
  let events: Event[];
  try {
    events = parseEvents(source.parsed, { maxDepth: MAX_DEPTH });
  } catch (error) {
    const offset = error instanceof YAMLException ? (error.mark?.position ?? 0) : 0;
    problems.error('bad_yaml', syntaxMessage(error), { path: '', at: source.positionOf(offset) });
    return null;
  }
  const documents = events.filter((event) => event.type === EVENT_ID.DOCUMENT).length;
  if (documents !== 1) {
    const message = documents === 0 ? 'The text is empty.' : 'The text holds more than one YAML document.';
    problems.error(documents === 0 ? 'empty_text' : 'several_documents', message, start);
    return null;
  }
  return new YamlTreeBuilder(source, problems).build(events);
}

function syntaxMessage(error: unknown): string {
  if (!(error instanceof YAMLException)) {
    return 'This is not readable YAML.';
  }
  if (error.reason.includes('maxDepth')) {
    return `Lists and mappings are nested more than ${MAX_DEPTH} deep.`;
  }
  return `This is not YAML: ${error.reason}.`;
}

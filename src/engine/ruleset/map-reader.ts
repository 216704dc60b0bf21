import { describeNode } from './yaml-tree.js';
import { quoted, suggestion } from './near-miss.js';
import type { Place, ProblemList } from './problem-list.js';
import type { YamlEntry, YamlMap, YamlNode } from './yaml-tree.js';

/** Reads the keys of one mapping, reports what is wrong with them, and in the end what nobody asked for. */
export class MapReader {
  private readonly asked = new Set<string>();

  constructor(
    readonly node: YamlMap,
    readonly path: string,
    readonly problems: ProblemList,
  ) {}

  /** The place of the mapping itself. */
  get place(): Place {
    return { path: this.path, at: this.node.at };
  }

  pathOf(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  /** The entry, marked as asked for. */
  entry(key: string): YamlEntry | undefined {
    this.asked.add(key);
    return this.node.entries.find((entry) => entry.key === key);
  }

  /** The value, if it is there and not null. */
  value(key: string): YamlNode | undefined {
    const value = this.entry(key)?.value;
    return value?.kind === 'scalar' && value.value === null ? undefined : value;
  }

  placeOf(key: string): Place {
    const entry = this.node.entries.find((candidate) => candidate.key === key);
    return { path: this.pathOf(key), at: entry === undefined ? this.node.at : entry.value.at };
  }

  keyPlace(key: string): Place {
    const entry = this.node.entries.find((candidate) => candidate.key === key);
    return { path: this.pathOf(key), at: entry === undefined ? this.node.at : entry.keyNode.at };
  }

  missing(key: string): void {
    const where = this.path === '' ? 'at the top level' : `to ${this.path}`;
    this.problems.error('missing_key', `The key "${key}" is missing: add it ${where}.`, this.place);
  }

  wrongType(key: string, wanted: string, node: YamlNode): void {
    const message = `"${key}" must be ${wanted}, not ${describeNode(node)}.`;
    this.problems.error('wrong_type', message, { path: this.pathOf(key), at: node.at });
  }

  optionalText(key: string): string | null {
    const node = this.value(key);
    if (node === undefined) {
      return null;
    }
    if (node.kind === 'scalar' && typeof node.value === 'string') {
      return node.value;
    }
    this.wrongType(key, 'text', node);
    return null;
  }

  /** Text of at least one character; null after a problem. */
  requiredText(key: string): string | null {
    if (this.value(key) === undefined) {
      this.missing(key);
      return null;
    }
    const text = this.optionalText(key);
    if (text?.trim() === '') {
      this.problems.error('empty_text', `"${key}" must not be empty.`, this.placeOf(key));
      return null;
    }
    return text;
  }

  boolean(key: string, otherwise: boolean): boolean {
    const node = this.value(key);
    if (node === undefined) {
      return otherwise;
    }
    if (node.kind === 'scalar' && typeof node.value === 'boolean') {
      return node.value;
    }
    this.wrongType(key, 'true or false', node);
    return otherwise;
  }

  /** Reports every key nobody asked for; keys that have their place `elsewhere` are told apart from misspelt ones. */
  finish(elsewhere: readonly string[] = []): void {
    for (const { key, keyNode } of this.node.entries) {
      if (this.asked.has(key)) {
        continue;
      }
      const place = { path: this.pathOf(key), at: keyNode.at };
      if (elsewhere.includes(key)) {
        this.problems.error('not_supported_here', `"${key}" has no meaning here.`, place);
      } else {
        const known = [...this.asked];
        const message = `The key ${quoted(key)} is not known here.${suggestion(key, known)}`;
        if (this.problems.isLenient) {
          this.problems.warning('unknown_key', `${message} It has no effect.`, place);
        } else {
          this.problems.error('unknown_key', message, place);
        }
      }
    }
  }
}

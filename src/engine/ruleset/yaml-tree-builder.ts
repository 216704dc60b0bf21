import { EVENT_ID, getScalarValue, SCALAR_STYLE } from 'js-yaml';
import type { AliasEvent, Event, MappingEvent, ScalarEvent, SequenceEvent } from 'js-yaml';
import { mergedEntries } from './merge-keys.js';
import { MAX_EXPANDED_DEPTH, MAX_NODES } from './yaml-tree.js';
import { suggestion } from './near-miss.js';
import { plainScalarValue } from './yaml-scalars.js';
import type { Position } from './problem.js';
import type { ProblemList } from './problem-list.js';
import type { SourceText } from './source-text.js';
import type { YamlEntry, YamlNode, YamlScalar } from './yaml-tree.js';

const TEXT_TAGS = ['!!str', '!'];
/** An escape such as `\ud800` without its other half: written out it would turn into another character. */
const HALF_PAIR = /\p{Surrogate}/u;
const QUOTED: ReadonlySet<number> = new Set([SCALAR_STYLE.SINGLE_QUOTED, SCALAR_STYLE.DOUBLE_QUOTED]);

/** A node and what it would weigh if its aliases were written out. */
interface Weighed {
  readonly node: YamlNode;
  readonly nodes: number;
  readonly depth: number;
}

interface OpenCollection {
  readonly kind: 'list' | 'map';
  readonly at: Position;
  readonly anchor: string | null;
  readonly children: YamlNode[];
  nodes: number;
  depth: number;
}

/** Turns the parser's flat events into a tree with positions. */
export class YamlTreeBuilder {
  private readonly anchors = new Map<string, Weighed>();
  private readonly open: OpenCollection[] = [];
  private root: YamlNode | null = null;
  private offset = 0;
  private refused = false;

  constructor(
    private readonly source: SourceText,
    private readonly problems: ProblemList,
  ) {}

  build(events: readonly Event[]): YamlNode | null {
    for (const event of events) {
      this.take(event);
      if (this.refused) {
        return null;
      }
    }
    return this.root;
  }

  private take(event: Event): void {
    switch (event.type) {
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING:
        this.openCollection(event);
        break;
      case EVENT_ID.SCALAR:
        this.scalar(event);
        break;
      case EVENT_ID.ALIAS:
        this.alias(event);
        break;
      case EVENT_ID.POP:
        this.closeCollection();
        break;
      default:
        break;
    }
  }

  private openCollection(event: SequenceEvent | MappingEvent): void {
    const kind = event.type === EVENT_ID.SEQUENCE ? 'list' : 'map';
    this.offset = event.start;
    this.checkTag(event, kind === 'list' ? ['!!seq', '!'] : ['!!map', '!']);
    const at = this.source.positionOf(event.start);
    this.open.push({ kind, at, anchor: this.anchorName(event), children: [], nodes: 1, depth: 1 });
  }

  private closeCollection(): void {
    const closed = this.open.pop();
    if (closed === undefined) {
      return;
    }
    const { kind, at, children } = closed;
    const node: YamlNode =
      kind === 'list' ? { kind, items: children, at } : { kind, at, entries: this.entries(children) };
    this.add({ node, nodes: closed.nodes, depth: closed.depth }, closed.anchor);
  }

  private scalar(event: ScalarEvent): void {
    if (event.valueStart >= 0) {
      this.offset = event.valueStart;
    }
    const isQuoted = QUOTED.has(event.style);
    // The parser's offsets leave the quotes out; people look at the opening one.
    const at = this.source.positionOf(this.offset - (isQuoted ? 1 : 0));
    const text = event.valueStart < 0 ? '' : getScalarValue(this.source.parsed, event);
    if (HALF_PAIR.test(text)) {
      const message = 'The text holds half a surrogate pair, which no database and no file can hold.';
      this.problems.error('bad_character', message, { path: '', at });
    }
    const tag = this.tagOf(event);
    this.checkTag(event, [...TEXT_TAGS, '!!int', '!!float', '!!bool', '!!null', '!!merge']);
    const isPlain = event.style === SCALAR_STYLE.PLAIN;
    const isText = tag === null ? !isPlain : TEXT_TAGS.includes(tag);
    const value = isText ? text : plainScalarValue(text);
    const node: YamlScalar = { kind: 'scalar', value, text, plain: isPlain && tag === null, at };
    if (event.valueEnd >= 0) {
      this.offset = event.valueEnd;
    }
    this.add({ node, nodes: 1, depth: 1 }, this.anchorName(event));
  }

  private alias(event: AliasEvent): void {
    this.offset = event.anchorStart;
    const name = this.source.parsed.slice(event.anchorStart, event.anchorEnd);
    const target = this.anchors.get(name);
    if (target !== undefined) {
      this.add(target, null);
      return;
    }
    const inside = this.open.some((collection) => collection.anchor === name);
    const message = inside
      ? `The alias "*${name}" stands inside its own anchor.`
      : `No anchor "&${name}" stands before this alias.${suggestion(name, this.anchors.keys())}`;
    this.refuse(inside ? 'circular_alias' : 'unknown_alias', message);
  }

  private add(weighed: Weighed, anchor: string | null): void {
    if (anchor !== null) {
      this.anchors.set(anchor, weighed);
    }
    const parent = this.open.at(-1);
    if (parent === undefined) {
      this.root = weighed.node;
      return;
    }
    parent.children.push(weighed.node);
    parent.nodes += weighed.nodes;
    parent.depth = Math.max(parent.depth, weighed.depth + 1);
    if (parent.nodes > MAX_NODES) {
      this.refuse(
        'too_many_nodes',
        `With its aliases written out the text has more than ${MAX_NODES} entries.`,
      );
    } else if (parent.depth > MAX_EXPANDED_DEPTH) {
      this.refuse(
        'too_deep',
        `With its aliases written out the text is nested more than ${MAX_EXPANDED_DEPTH} deep.`,
      );
    }
  }

  private entries(children: readonly YamlNode[]): readonly YamlEntry[] {
    const entries: YamlEntry[] = [];
    for (let i = 0; i + 1 < children.length; i += 2) {
      const key = children[i]!;
      if (key.kind === 'scalar') {
        entries.push({ key: key.text, keyNode: key, value: children[i + 1]! });
      } else {
        this.problems.error('bad_key', 'A key must be plain text.', { path: '', at: key.at });
      }
    }
    return mergedEntries(entries, this.problems);
  }

  private anchorName(event: { anchorStart: number; anchorEnd: number }): string | null {
    return event.anchorStart < 0 ? null : this.source.parsed.slice(event.anchorStart, event.anchorEnd);
  }

  private tagOf(event: { tagStart: number; tagEnd: number }): string | null {
    return event.tagStart < 0 ? null : this.source.parsed.slice(event.tagStart, event.tagEnd);
  }

  private checkTag(event: { tagStart: number; tagEnd: number }, known: readonly string[]): void {
    const tag = this.tagOf(event);
    if (tag !== null && !known.includes(tag)) {
      const at = this.source.positionOf(event.tagStart);
      this.problems.error('unsupported_tag', `The YAML tag "${tag}" is not supported.`, { path: '', at });
    }
  }

  private refuse(code: string, message: string): void {
    this.refused = true;
    this.problems.error(code, message, { path: '', at: this.source.positionOf(this.offset) });
  }
}

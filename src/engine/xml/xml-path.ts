import type { XmlElement, XmlPiece } from './xml-document.js';

/** A path of the XPath subset. */
export interface XmlPath {
  readonly isAbsolute: boolean;
  readonly steps: readonly XmlStep[];
  /** Attribute at its end, as written; null: it leads to elements. */
  readonly attribute: string | null;
}

interface XmlStep {
  /** `//`: at any depth below. */
  readonly isDeep: boolean;
  /** `.`: the element itself. */
  readonly isSelf: boolean;
  /** Empty: any namespace. */
  readonly prefix: string;
  /** `*`: any name. */
  readonly local: string;
  readonly conditions: readonly XmlCondition[];
}

type XmlCondition =
  { readonly position: number } | { readonly attribute: string; readonly value: string | null };

const STEP =
  /(\/\/?)?(?:@([\p{L}_][\p{L}\p{N}_.:-]*)|(text\(\))|(\.)|(?:([\p{L}_][\p{L}\p{N}_.-]*):)?(\*|[\p{L}_][\p{L}\p{N}_.-]*))/uy;
const CONDITION = /\[\s*(?:(\d{1,9})|@([\p{L}_][\p{L}\p{N}_.:-]*)\s*(?:=\s*(?:'([^']*)'|"([^"]*)"))?)\s*\]/uy;

/** The text says what is wrong, and where. */
export function parseXmlPath(written: string): XmlPath | { readonly problem: string } {
  const isAbsolute = written.startsWith('/');
  const steps: XmlStep[] = [];
  let at = 0;
  while (at < written.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(written);
    if (match === null || (at > 0 && match[1] === undefined)) {
      return { problem: `this is no step of a path that is supported (character ${at + 1})` };
    }
    const [, slashes, attribute, text] = match;
    if (attribute !== undefined || text !== undefined) {
      return STEP.lastIndex === written.length && slashes !== '//'
        ? { isAbsolute, steps, attribute: attribute ?? null }
        : { problem: `this belongs to the end of a path (character ${at + 1})` };
    }
    const { found, end } = readConditions(written, STEP.lastIndex);
    at = end;
    steps.push(stepOf(match, found));
  }
  return steps.length === 0 ? { problem: 'it is empty' } : { isAbsolute, steps, attribute: null };
}

function stepOf(match: RegExpExecArray, conditions: readonly XmlCondition[]): XmlStep {
  const [, slashes, , , self, prefix, local] = match;
  const isSelf = self !== undefined;
  return { isDeep: slashes === '//', isSelf, prefix: prefix ?? '', local: local ?? '*', conditions };
}

/** Prefixes that a path uses. */
export function prefixesOf({ steps }: XmlPath): readonly string[] {
  return steps.map(({ prefix }) => prefix).filter((prefix) => prefix !== '');
}

/** Does it lead to elements by their number? */
export function countsElements({ steps }: XmlPath): boolean {
  return steps.some(({ conditions }) => conditions.some((condition) => 'position' in condition));
}

/** Elements that the steps lead to, in the order of the document for each element they start from. */
export function findElements(
  root: XmlElement,
  from: XmlElement | null,
  path: XmlPath,
  namespaces: ReadonlyMap<string, string>,
): readonly XmlElement[] {
  // The document itself is above the root.
  let current: readonly (XmlElement | null)[] = [path.isAbsolute ? null : from];
  for (const step of path.steps) {
    const starts = step.isDeep ? withDescendants(current, root) : current;
    const found = new Set<XmlElement>();
    for (const start of starts) {
      for (const element of taken(start, step, root, namespaces)) {
        found.add(element);
      }
    }
    current = [...found];
  }
  return current.filter((element) => element !== null);
}

/** Attributes of a name: without a prefix in any namespace. Declarations of namespaces are none. */
export function attributePieces(element: XmlElement, name: string): readonly XmlPiece[] {
  return element.attributes
    .filter((attribute) => attribute.name !== 'xmlns' && !attribute.name.startsWith('xmlns:'))
    .filter((attribute) => attribute.name === name || attribute.local === name)
    .map(({ piece }) => piece);
}

function taken(
  start: XmlElement | null,
  step: XmlStep,
  root: XmlElement,
  namespaces: ReadonlyMap<string, string>,
): readonly XmlElement[] {
  const candidates = step.isSelf ? (start === null ? [] : [start]) : (start?.children ?? [root]);
  let matching = candidates.filter(
    ({ local, uri }) =>
      (step.local === '*' || step.local === local) &&
      (step.prefix === '' || namespaces.get(step.prefix) === uri),
  );
  for (const condition of step.conditions) {
    matching = matching.filter((element, index) => meets(element, index, condition));
  }
  return matching;
}

function meets(element: XmlElement, index: number, condition: XmlCondition): boolean {
  if ('position' in condition) {
    return index + 1 === condition.position;
  }
  const pieces = attributePieces(element, condition.attribute);
  return pieces.some(({ value }) => condition.value === null || value === condition.value);
}

/** Each element once, with everything below it. */
function withDescendants(
  starts: readonly (XmlElement | null)[],
  root: XmlElement,
): readonly (XmlElement | null)[] {
  const found = new Set<XmlElement | null>();
  const waiting = [...starts].reverse();
  while (waiting.length > 0) {
    const element = waiting.pop() ?? null;
    if (found.has(element)) {
      continue;
    }
    found.add(element);
    const children = element?.children ?? [root];
    for (let i = children.length - 1; i >= 0; i--) {
      waiting.push(children[i]!);
    }
  }
  return [...found];
}

function readConditions(
  written: string,
  start: number,
): { readonly found: readonly XmlCondition[]; readonly end: number } {
  const found: XmlCondition[] = [];
  let end = start;
  for (;;) {
    CONDITION.lastIndex = end;
    const match = CONDITION.exec(written);
    if (match === null) {
      return { found, end };
    }
    end = CONDITION.lastIndex;
    const [, position, attribute, single, double] = match;
    found.push(
      position === undefined
        ? { attribute: attribute ?? '', value: single ?? double ?? null }
        : { position: Number(position) },
    );
  }
}

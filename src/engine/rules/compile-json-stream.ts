import { compileContext } from './bind-mask.js';
import { compileValueSkip } from './skip-test.js';
import { JsonDocumentMask } from '../masks/document/json-document.js';
import { JsonLookups } from '../json-stream/json-lookups.js';
import { JsonStreamMask, StreamFrame } from './json-stream-mask.js';
import { mayMeet } from '../masks/document/json-paths.js';
import { planParts } from '../json-stream/plan-parts.js';
import { RecordBindings } from './record-rules.js';
import type { HashSource, RecordRule } from '../ruleset/nodes.js';
import type { JsonStage } from './json-stream-mask.js';
import type { JsonParams } from '../masks/document/json-parameters.js';
import type { PartsPlan } from '../json-stream/plan-parts.js';
import type { RecordScope } from './record-rules.js';
import type { RuleBinding } from './bind-mask.js';
import type { Value } from '../values/value.js';

/** Stands for any document that is too long to be held: no skip list names it by its text. */
const SOME_DOCUMENT: Value = { kind: 'json', text: '\u0000' };

/**
 * Compiles rules for JSON documents that are too long to be held. Null: the rules need the whole of a document. They
 * have been compiled for whole documents before, so that there is nothing to report.
 */
export function compileJsonStream(
  rules: readonly RecordRule[],
  scope: Omit<RecordScope, 'view'>,
): JsonStreamMask | null {
  if (rules.some(({ skip }) => skip.some((item) => 'matches' in item))) {
    return null;
  }
  const applied = rules.map((rule) => (skipsDocuments(rule) ? null : rule));
  if (!applied.every((rule) => rule === null || isStreamable(rule))) {
    return null;
  }
  const view = new StreamFrame();
  const bindings = new RecordBindings({ ...scope, view });
  const changed = (count: number): void => void (view.valuesChanged += count);
  const stages = applied.flatMap((rule, index) =>
    rule === null ? [] : stagesOf(rule, { ...bindings.of(rule, index), changed }),
  );
  const plan = planParts(stages.flatMap(({ planned }) => planned));
  if (plan === null || isLookedAtChanged(stages, plan)) {
    return null;
  }
  const hashed = applied.flatMap(
    (rule) => rule?.hashSources.flatMap(({ jsonPath }) => [jsonPath ?? []]) ?? [],
  );
  const lookups = JsonLookups.of([...plan.outside, ...hashed.filter((path) => path.length > 0)]);
  return lookups === null ? null : new JsonStreamMask(stages, { root: plan.root, lookups }, view);
}

function skipsDocuments({ skip }: RecordRule): boolean {
  return compileValueSkip(skip)?.(SOME_DOCUMENT) === true;
}

function isStreamable({ masks, hashSources }: RecordRule): boolean {
  return masks.every(({ maskName }) => maskName === 'json') && hashSources.every(isKnownBeforehand);
}

function isKnownBeforehand({ source, jsonPath, xpath }: HashSource): boolean {
  return source === 'file_path' || xpath !== null || (jsonPath !== null && jsonPath.length > 0);
}

function stagesOf(rule: RecordRule, binding: RuleBinding): readonly JsonStage[] {
  return rule.masks.map((mask) => {
    // Sound: the node is of a `json` mask, and was read by its table.
    const params = mask.params as JsonParams;
    const context = compileContext(mask, binding);
    const document = new JsonDocumentMask(params.transforms, context);
    // Counted as when whole documents are masked, so that identical masks behind it draw alike.
    context.children(params.fallback_masks ?? []);
    return { document, planned: document.transforms.map(({ path, lookups }) => ({ path, lookups })) };
  });
}

/** May a value outside the parts be another by the time at which it is looked at? */
function isLookedAtChanged(stages: readonly JsonStage[], { outside }: PartsPlan): boolean {
  return stages.some(({ planned }, index) => {
    const earlier = stages.slice(0, index).flatMap((stage) => stage.planned.map(({ path }) => path));
    return planned.some(({ lookups }) =>
      lookups.some((lookup) => outside.includes(lookup) && earlier.some((path) => mayMeet(path, lookup))),
    );
  });
}

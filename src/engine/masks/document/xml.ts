import { castToString } from '../casts/to-string.js';
import { defineMask } from '../mask-definition.js';
import { kindOf } from '../../values/kinds.js';
import { maskList, optional, required, withDefault } from '../parameters.js';
import { namespaceMap, XML_TRANSFORM } from './xml-parameters.js';
import { nodeTransformsOf } from './xml-transform.js';
import { PROBLEMS, XmlDocumentMask } from './xml-document-mask.js';
import { prefixesOf } from '../../xml/xml-path.js';
import { quoted } from '../../ruleset/near-miss.js';
import { recordList } from '../record-parameters.js';
import type { ParamReport } from '../mask-definition.js';
import type { XmlTransformParams } from './xml-parameters.js';

export const xml = defineMask({
  name: 'xml',
  family: 'document',
  role: 'combination',
  summary: 'Masks texts and attributes inside an XML document and keeps every other byte of it.',
  accepts: ['null', 'text', 'bytes'],
  gives: 'text',
  parameters: {
    transforms: required(recordList('The values to mask, in order.', XML_TRANSFORM, 'path')),
    namespaces: withDefault(namespaceMap('Prefixes of the paths (extension).'), new Map()),
    fallback_masks: optional(maskList('Applied to the whole value where it is no XML that can be masked.')),
  },
  example:
    'type: xml\ntransforms:\n  - path: /club/member/name\n    node_transforms:\n      - {type: text, masks: [{type: imitate}]}\n      - {type: attribute, attributes: nick, masks: [{type: imitate}]}\nfallback_masks: [{type: do_nothing}]',
  choices: [
    'Paths: /a/b, //b, a bare name, *, ., [n], [@k], [@k="v"], and @k or text() at the end; a name without a prefix is taken in any namespace.',
    'Texts of an element are masked one by one, apart where a tag, a comment or a CDATA section stands between; text of white space alone is no text.',
    'Comments, processing instructions, CDATA brackets, the declaration and the order and quotes of attributes stay.',
    'An element without text, and an empty attribute, is masked only with on_null: mask.',
    'An attribute that is not there is passed over; NULL from the masks counts as empty text.',
    'A document type makes a document refused, and no entities but the five predefined ones are known.',
    'hash_sources start at the parent of the masked element, or with a slash at the root; they read the original document.',
    'Later transforms see the texts as earlier ones left them.',
  ],
  check({ transforms, namespaces }, report) {
    for (const transform of transforms) {
      checkTransform(transform, namespaces, report);
    }
  },
  compile({ transforms, namespaces, fallback_masks: fallbackMasks }, context) {
    const document = new XmlDocumentMask(transforms, namespaces, context);
    const fallback = fallbackMasks === null ? null : context.children(fallbackMasks);
    return (value) => {
      if (value === null) {
        return null;
      }
      const text =
        typeof value === 'string' || value instanceof Uint8Array ? castToString(value, null) : undefined;
      if (text === undefined) {
        return context.fail('unsupported_kind', `this ${kindOf(value)} is no XML document`);
      }
      const masked = document.mask(text);
      if (typeof masked === 'string') {
        return masked === text ? value : masked;
      }
      return fallback === null ? context.fail(masked.problem, PROBLEMS[masked.problem]) : fallback(value);
    };
  },
});

function checkTransform(
  transform: XmlTransformParams,
  namespaces: ReadonlyMap<string, string>,
  report: ParamReport,
): void {
  const { path, masks, node_transforms: nodes, hash_sources: sources } = transform;
  if ((masks === null) === (nodes === null)) {
    report.error('conflicting_keys', 'Give "masks" or "node_transforms" in each transform.', 'transforms');
  } else if (nodes !== null && path.attribute !== null) {
    report.error('conflicting_keys', 'A path that ends with an attribute goes with "masks".', 'transforms');
  } else if (nodeTransformsOf(transform).some(({ attributes }) => attributes?.length === 0)) {
    report.error('missing_key', 'An attribute transform needs "attributes".', 'transforms');
  }
  const paths = [path, ...(sources ?? []).flatMap((source) => source.path ?? [])];
  for (const prefix of paths.flatMap(prefixesOf).filter((known) => !namespaces.has(known))) {
    report.error('unknown_prefix', `The prefix ${quoted(prefix)} is not among "namespaces".`, 'transforms');
  }
}

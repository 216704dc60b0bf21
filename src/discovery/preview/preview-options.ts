/** How much a preview of values may tell. Each level includes those before it. */
export interface PreviewOptions {
  /** Fewer values than these are never told of as a group. */
  readonly minGroupSize: number;
  readonly stringLevel: (typeof STRING_LEVELS)[number];
  readonly numericLevel: (typeof NUMBER_LEVELS)[number];
  readonly temporalLevel: (typeof NUMBER_LEVELS)[number];
}

const STRING_LEVELS = ['lengths', 'patterns', 'first_chars'] as const;
const NUMBER_LEVELS = ['summaries', 'histograms'] as const;
const GROUP_SIZE = { min: 2, max: 100_000, usual: 5 };
const KNOWN = ['enabled', 'min_group_size', 'string_level', 'numeric_level', 'temporal_level'];

/** Reads the wire's `safe_data_preview`; null: it is not wanted. `messages`: what is wrong, by field. */
export function readPreviewOptions(given: unknown): {
  readonly options: PreviewOptions | null;
  readonly messages: readonly string[];
} {
  if (given === undefined || given === null) {
    return { options: null, messages: [] };
  }
  if (typeof given !== 'object' || Array.isArray(given)) {
    return { options: null, messages: ['must be an object.'] };
  }
  const fields = given as Readonly<Record<string, unknown>>;
  const messages = Object.keys(fields)
    .filter((name) => !KNOWN.includes(name))
    .map((name) => `${name.slice(0, 60)}: unknown; known are ${KNOWN.join(', ')}.`);
  const word = <W extends string>(name: string, words: readonly [W, ...W[]]): W => {
    const value = fields[name] ?? words[0];
    const known = words.find((one) => one === value);
    if (known === undefined) {
      messages.push(`${name}: must be ${words.join(' or ')}.`);
    }
    return known ?? words[0];
  };
  const { enabled = false, min_group_size: size = GROUP_SIZE.usual } = fields;
  if (typeof enabled !== 'boolean') {
    messages.push('enabled: must be true or false.');
  }
  const isSize = isGroupSize(size);
  if (!isSize) {
    messages.push(`min_group_size: must be a whole number from ${GROUP_SIZE.min} to ${GROUP_SIZE.max}.`);
  }
  const options: PreviewOptions = {
    minGroupSize: isSize ? size : GROUP_SIZE.usual,
    stringLevel: word('string_level', STRING_LEVELS),
    numericLevel: word('numeric_level', NUMBER_LEVELS),
    temporalLevel: word('temporal_level', NUMBER_LEVELS),
  };
  return { options: enabled === true ? options : null, messages };
}

function isGroupSize(size: unknown): size is number {
  return Number.isInteger(size) && Number(size) >= GROUP_SIZE.min && Number(size) <= GROUP_SIZE.max;
}

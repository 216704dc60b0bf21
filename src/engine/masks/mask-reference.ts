import type { MaskDescription, ParameterDescription } from './describe-masks.js';

const FAMILIES: Readonly<Record<MaskDescription['family'], string>> = {
  generic: 'Sources of any kind',
  text: 'Text',
  pattern: 'Data with a pattern',
  number: 'Numbers',
  date: 'Dates and times',
  unique: 'Unique values',
  combine: 'Combining and converting',
  document: 'Documents and free text',
};

const ROLES: Readonly<Record<MaskDescription['role'], string>> = {
  source: 'gives a new value, whatever comes in',
  transformer: 'reworks the incoming value',
  combination: 'hands the value to the masks inside it',
};

const INTRODUCTION = `# Masks

This page is written from the masks' own descriptions by \`npm run docs:masks\`: change those, not this.

A rule's \`masks\` are applied in order, each to what the one before it gave. A mask is named by its \`type\`; the other keys
are its parameters. Masks that draw follow the rule's \`hash_columns\` and the run secret: equal identities get equal values.
NULL is taken by every mask. An *extension* is a mask of this product that the public ruleset language does not know.`;

/** The reference of masks as Markdown. */
export function renderMaskReference(masks: readonly MaskDescription[]): string {
  const families = Object.entries(FAMILIES).map(([family, title]) => {
    const members = masks.filter((mask) => mask.family === family);
    return members.length === 0 ? [] : [`## ${title}`, ...members.flatMap(renderMask)];
  });
  const parts = [INTRODUCTION, overview(masks), choicesTable(masks), ...families.flat()];
  return `${parts.join('\n\n')}\n`;
}

function overview(masks: readonly MaskDescription[]): string {
  const rows = masks.map(({ name, summary, isExtension }) => [
    `[\`${name}\`](#${name})`,
    summary,
    isExtension ? 'yes' : '',
  ]);
  return table(['Mask', 'What it does', 'Extension'], rows);
}

function choicesTable(masks: readonly MaskDescription[]): string {
  const rows = masks.flatMap(({ name, choices }) =>
    choices.map((choice, index) => [index === 0 ? `[\`${name}\`](#${name})` : '', choice]),
  );
  const text = 'Where the public language says nothing, this is what we chose.';
  return rows.length === 0 ? text : `## Choices\n\n${text}\n\n${table(['Mask', 'Choice'], rows)}`;
}

function renderMask(mask: MaskDescription): readonly string[] {
  const facts = [
    ['Role', ROLES[mask.role]],
    ['Takes', mask.accepts.join(', ')],
    ['Gives', mask.gives],
    ['Draws', mask.usesRandomness ? 'yes' : 'no'],
    ...mask.traits.map((trait, index) => [index === 0 ? 'Besides' : '', trait]),
  ];
  const parameters = mask.parameters.flatMap((parameter) => parameterRows(parameter, ''));
  return [
    `### ${mask.name}`,
    mask.isExtension && !mask.summary.includes('(extension)') ? `${mask.summary} (extension)` : mask.summary,
    table(['', ''], facts),
    parameters.length === 0
      ? 'No parameters.'
      : table(['Parameter', 'Type', 'Default', 'Limits', 'Meaning'], parameters),
    `\`\`\`yaml\n${mask.example.trim()}\n\`\`\``,
    ...(mask.choices.length === 0 ? [] : [mask.choices.map((choice) => `- ${choice}`).join('\n')]),
  ];
}

/** A parameter and, below it, what stands inside it. */
function parameterRows(parameter: ParameterDescription, inside: string): readonly (readonly string[])[] {
  const { name, type, required, defaultValue, constraints, description, aliases, fields } = parameter;
  const also = aliases.length === 0 ? '' : ` Also \`${aliases.join('`, `')}\`.`;
  const byDefault = required ? 'required' : defaultValue === null ? '' : `\`${defaultValue || '""'}\``;
  return [
    [`\`${inside}${name}\``, type, byDefault, constraints, description + also],
    ...fields.flatMap((field) => parameterRows(field, `${inside}${name}.`)),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
}

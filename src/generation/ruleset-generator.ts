import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../common/errors/domain-error.js';
import { generateRuleset, writeRuleset } from '../engine/index.js';
import type { GeneratedRuleset, LeftOut } from '../engine/index.js';
import type { GenerateFileRulesetDto } from './dto/generate-file-ruleset.dto.js';
import { readFileSelection } from './files/read-file-selection.js';
import type { GenerateRulesetDto } from './dto/generate-ruleset.dto.js';
import { GenerationConfigs } from './generation-configs.js';
import { GenerationSource } from './generation-source.js';
import { readSelection } from './read-selection.js';

/** Reasons that are shown; the text of the ruleset has them all. */
const MAX_SHOWN = 20;

/** Generates while the caller waits. */
@Injectable()
export class RulesetGenerator {
  constructor(
    private readonly source: GenerationSource,
    private readonly configs: GenerationConfigs,
  ) {}

  /** The text of a ruleset. Throws `InvalidInputError` when nothing of the selection can be masked. */
  async generate(dto: GenerateRulesetDto): Promise<string> {
    const target = await this.source.targetOfField(dto.connection);
    if (target.maskType !== 'database') {
      const message = 'This is a connection to files: use generate-file-ruleset.';
      throw new InvalidInputError({ connection: [message] });
    }
    const selection = readSelection(dto.selected_columns, dto.hash_columns);
    const ownMasks = await this.configs.masksOf(dto.rg_config ?? null);
    const generated = generateRuleset(await this.source.request(target, selection, ownMasks));
    assertUseful(generated, 'selected_columns');
    return writeRuleset(generated.tasks, generated.leftOut);
  }

  /** The same for files. */
  async generateForFiles(dto: GenerateFileRulesetDto): Promise<string> {
    const target = await this.source.targetOfField(dto.connection);
    if (target.maskType !== 'file') {
      const message = 'This is a connection to a database: use generate-ruleset.';
      throw new InvalidInputError({ connection: [message] });
    }
    const groups = readFileSelection(dto.selected_data);
    const ownMasks = await this.configs.masksOf(dto.rg_config ?? null);
    const generated = await this.source.files.generate(target.id, groups, ownMasks);
    assertUseful(generated, 'selected_data');
    return writeRuleset(generated.tasks, generated.leftOut);
  }
}

function assertUseful({ tasks, leftOut }: GeneratedRuleset, field: string): void {
  if (tasks.length === 0) {
    throw new InvalidInputError({ [field]: [...whyNothing(leftOut)] });
  }
}

/** Why a ruleset would be empty, one sentence for each column. */
export function whyNothing(leftOut: readonly LeftOut[]): readonly string[] {
  const shown = leftOut.slice(0, MAX_SHOWN).map(({ schema, table, column, reason }) => {
    const name = [schema, table, column].filter((part) => part !== '').join('.');
    return `${name} cannot be masked: ${reason}.`;
  });
  return leftOut.length > MAX_SHOWN
    ? [...shown, `The same holds for ${leftOut.length - MAX_SHOWN} more columns.`]
    : shown;
}

import { Injectable } from '@nestjs/common';

import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { rulesetContentProblem } from '../rulesets/content-problems.js';
import { RulesetsService } from '../rulesets/rulesets.service.js';
import type { MaskType } from './archive-layout.js';
import { CREATED, failure, OVERWRITTEN, type Outcome } from './import-outcome.js';
import type { ImportedRuleset } from './read-archive.js';

/** What became of one ruleset of an archive. */
export interface RulesetOutcome extends Outcome {
  readonly exportedName: string;
  readonly exportedId: string | null;
  /** Null: nothing was imported. */
  readonly importedName: string | null;
  readonly importedId: string | null;
  readonly type: MaskType;
}

const NOTHING = { importedName: null, importedId: null };
const COPIED: Outcome = {
  status: 'CREATED_DUPLICATE',
  message: 'Created as a copy: the name is taken by a ruleset with other content.',
};

/** As the rulesets take it in. */
type Content = Parameters<RulesetsService['create']>[1];

type Result = Pick<RulesetOutcome, 'importedName' | 'importedId' | 'status' | 'message'>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Brings rulesets of an archive in, one by one: by id first (restored if archived, else left alone), then by name
 * (identical: left alone; different: created as a copy), else created. With `overwrite` the existing one takes the
 * archive's content instead. One that fails says why and keeps no other from coming in.
 */
@Injectable()
export class ImportRulesets {
  constructor(private readonly rulesets: RulesetsService) {}

  async import(
    user: AuthenticatedUser,
    item: ImportedRuleset,
    { overwrite }: { readonly overwrite: boolean },
  ): Promise<RulesetOutcome> {
    const outcome = { exportedName: item.name, exportedId: item.id, type: item.type };
    try {
      return { ...outcome, ...(await this.decide(user, item, overwrite)) };
    } catch (error) {
      return { ...outcome, ...NOTHING, ...failure(error) };
    }
  }

  private async decide(user: AuthenticatedUser, item: ImportedRuleset, overwrite: boolean): Promise<Result> {
    const problem = problemOf(item);
    if (problem !== null) {
      return { ...NOTHING, status: 'ERROR', message: problem };
    }
    const content: Content = { name: item.name, config_yaml: item.text ?? '', mask_type: item.type };
    const same = item.id === null ? null : await this.rulesets.findEver(item.id);
    if (same !== null) {
      return this.meetId(user, same, content, overwrite);
    }
    const namesake = await this.rulesets.findByName(item.name, item.type);
    if (namesake === null) {
      return this.create(user, item.id, content, 'CREATED');
    }
    if (namesake.configYaml === content.config_yaml) {
      return left(namesake, 'A ruleset with this name and content exists already.');
    }
    if (overwrite) {
      return this.overwrite(user, namesake.id, content);
    }
    const name = await this.copyName(item.name, item.type);
    return this.create(
      user,
      item.id,
      { name, config_yaml: content.config_yaml, mask_type: item.type },
      'CREATED_DUPLICATE',
    );
  }

  private async meetId(
    user: AuthenticatedUser,
    same: { readonly id: string; readonly name: string; readonly archivedTime: Date | null },
    content: Content,
    overwrite: boolean,
  ): Promise<Result> {
    if (same.archivedTime !== null) {
      const { id, name } = await this.rulesets.restore(user, same.id, content);
      return { importedName: name, importedId: id, status: 'RESTORED', message: 'Taken into use again.' };
    }
    // Whatever it is called here by now.
    const known = { id: same.id, name: content.name };
    return overwrite ? this.overwrite(user, same.id, content) : left(known, 'This ruleset exists already.');
  }

  private async create(
    user: AuthenticatedUser,
    id: string | null,
    content: Content,
    status: 'CREATED' | 'CREATED_DUPLICATE',
  ): Promise<Result> {
    const { ruleset } = await this.rulesets.create(user, content, {
      upsert: false,
      ...(id === null ? {} : { id }),
    });
    return {
      ...{ importedName: ruleset.name, importedId: ruleset.id },
      ...(status === 'CREATED' ? CREATED : COPIED),
    };
  }

  private async overwrite(user: AuthenticatedUser, id: string, content: Content): Promise<Result> {
    const { name } = await this.rulesets.replace(user, id, content);
    return { importedName: name, importedId: id, ...OVERWRITTEN };
  }

  /** `nightly Copy`, `nightly Copy 1`, `nightly Copy 2` … */
  private async copyName(name: string, type: MaskType): Promise<string> {
    for (let count = 0; ; count += 1) {
      const copy = `${name} Copy${count === 0 ? '' : ` ${count}`}`;
      if ((await this.rulesets.findByName(copy, type)) === null) {
        return copy;
      }
    }
  }
}

function problemOf({ id, name, text }: ImportedRuleset): string | null {
  if (text === null) {
    return 'The archive has no text (UTF-8 without NUL) for it.';
  }
  return id !== null && !UUID.test(id)
    ? 'Its id is no UUID.'
    : rulesetContentProblem({ name, config_yaml: text });
}

function left(ruleset: { readonly id: string; readonly name: string }, message: string): Result {
  return { importedName: ruleset.name, importedId: ruleset.id, status: 'NOT_CREATED', message };
}

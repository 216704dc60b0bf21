import { Injectable } from '@nestjs/common';

import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { libraryPath } from '../rulesets/ruleset-sources.js';
import type { TextKind, TextName } from './archive-layout.js';
import { CREATED, failure, KEPT, OVERWRITTEN, type NamedOutcome, type Outcome } from './import-outcome.js';
import type { ImportedText } from './read-archive.js';
import { TextShelves, type StoredText, type TextShelf } from './text-shelves.js';

/**
 * Brings libraries and configs of an archive in: a new one is created, an existing one keeps its content unless it may
 * be overwritten (what is here may rest on it).
 */
@Injectable()
export class ImportTexts {
  constructor(private readonly shelves: TextShelves) {}

  async import(
    user: AuthenticatedUser,
    kind: TextKind,
    { texts, overwrite }: { readonly texts: readonly ImportedText[]; readonly overwrite: boolean },
  ): Promise<NamedOutcome[]> {
    const items = texts.filter((item) => item.kind === kind);
    const shelf = this.shelves.of(kind);
    const stored = new Map(
      (items.length === 0 ? [] : await shelf.index()).map((text) => [pathOf(text), text]),
    );
    const outcomes: NamedOutcome[] = [];
    for (const item of items) {
      const existing = stored.get(pathOf(item)) ?? null;
      const outcome = await importOne(user, item, { shelf, existing, overwrite }).catch(failure);
      outcomes.push({ exportedName: pathOf(item), ...outcome });
    }
    return outcomes;
  }
}

interface Place {
  readonly shelf: TextShelf;
  readonly existing: StoredText | null;
  readonly overwrite: boolean;
}

async function importOne(
  user: AuthenticatedUser,
  { group, name, text }: ImportedText,
  { shelf, existing, overwrite }: Place,
): Promise<Outcome> {
  if (text === null) {
    return { status: 'ERROR', message: 'Its file is no text (UTF-8 without NUL).' };
  }
  const content = { group, name, text };
  const problem = shelf.rightProblem(user) ?? shelf.problemOf(content);
  if (problem !== null) {
    return { status: 'ERROR', message: problem };
  }
  if (existing === null) {
    await shelf.create(user, content);
    return CREATED;
  }
  if ((await shelf.text(existing.id)) === text) {
    return { status: 'NOT_CREATED', message: 'It exists already.' };
  }
  if (!overwrite) {
    return KEPT;
  }
  await shelf.replace(user, existing.id, content);
  return OVERWRITTEN;
}

/** As those who import it name a library; a config after its type. */
function pathOf({ group, name }: TextName): string {
  return libraryPath({ namespace: group, name });
}

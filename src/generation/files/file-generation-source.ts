import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../common/errors/domain-error.js';
import { DiscoveredFiles } from '../../discovery/files/discovered-files.js';
import { generateFileRuleset } from '../../engine/index.js';
import type { FileGroup, FoundFile, GeneratedRuleset, LeftOut, WrittenMask } from '../../engine/index.js';
import { SettingsService } from '../../settings/settings.service.js';
import { findingsOf } from '../found-tables.js';
import { unknownPlaces } from './unknown-places.js';

/** Generates rulesets for files from the last discovery of a connection. */
@Injectable()
export class FileGenerationSource {
  constructor(
    private readonly files: DiscoveredFiles,
    private readonly settings: SettingsService,
  ) {}

  /** Throws `InvalidInputError` where no file discovery of the connection is complete. */
  async assertDiscovered(connectionId: string): Promise<number> {
    const runId = await this.files.latestRunOf(connectionId);
    if (runId === null) {
      throw new InvalidInputError(
        'There is no completed file data discovery for this connection. Run one first.',
      );
    }
    return runId;
  }

  async generate(
    connectionId: string,
    groups: readonly FileGroup[],
    ownMasks: ReadonlyMap<string, readonly WrittenMask[]>,
  ): Promise<GeneratedRuleset> {
    const runId = await this.assertDiscovered(connectionId);
    const { locality } = await this.settings.current();
    const found: FoundFile[] = [];
    const paths = [...new Set(groups.flatMap(({ files }) => files))];
    for await (const { fields, ...file } of this.files.named(runId, paths)) {
      found.push({
        ...file,
        fields: fields.map(({ locator, matches }) => ({ locator, findings: findingsOf(matches) })),
      });
    }
    const unknown = groups.map((group) => unknownPlaces(group, found));
    const known = groups.map(({ files, locators }, index): FileGroup => ({
      files,
      locators: locators.filter((locator) => !unknown[index]!.includes(locator)),
    }));
    const { tasks, leftOut } = generateFileRuleset({
      ...{ found, locality, ownMasks },
      groups: known.filter(({ locators }) => locators.length > 0),
    });
    const missing = unknown.flatMap((locators, index) =>
      locators.map((locator): LeftOut => ({
        ...{ schema: '', table: groups[index]!.files[0] ?? '', masked: false },
        column: typeof locator === 'string' ? locator : JSON.stringify(locator),
        reason: 'no selected file has it',
      })),
    );
    return { tasks, leftOut: [...leftOut, ...missing] };
  }
}

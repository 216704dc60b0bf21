import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In } from 'typeorm';
import type { DataSource } from 'typeorm';
import { DomainError } from '../common/errors/domain-error.js';
import { Logger } from '../common/logging/logger.js';
import { transaction } from '../database/transaction.js';
import { generateRuleset, splitRuleset, writeRuleset } from '../engine/index.js';
import type { GeneratedRuleset } from '../engine/index.js';
import { GenerationConfigs } from './generation-configs.js';
import { partFileName } from './generation-names.js';
import { GenerationPart } from './generation-part.entity.js';
import { GenerationSource } from './generation-source.js';
import { UNFINISHED_GENERATION_STATUSES } from './generation-status.js';
import { Generation } from './generation.entity.js';
import { whyNothing } from './ruleset-generator.js';

/** Of one generation: more would end no better. */
const MAX_ATTEMPTS = 3;

/** Cancelled, or another one has taken its place. */
class NoLongerWanted extends Error {}

/** Does a generation in a worker. Repeating it gives the same, so a lost worker costs time alone. */
@Injectable()
export class RunGeneration {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly source: GenerationSource,
    private readonly configs: GenerationConfigs,
    private readonly logger: Logger,
  ) {}

  async run(id: string): Promise<void> {
    try {
      const generation = await this.begin(id);
      await this.finish(generation, await this.generate(generation));
    } catch (error) {
      if (!(error instanceof NoLongerWanted)) {
        await this.fail(id, error);
      }
    }
  }

  private async begin(id: string): Promise<Generation> {
    await this.dataSource.manager.increment(Generation, { id, ...unfinished() }, 'attempts', 1);
    await this.tell(id, 'Reading what was discovered.');
    const generation = await this.dataSource.manager.findOneByOrFail(Generation, { id });
    if (generation.attempts > MAX_ATTEMPTS) {
      throw new DomainError(
        'unavailable',
        'No worker came to the end of it. Select fewer columns, or split the work.',
      );
    }
    return generation;
  }

  private async generate({ id, connectionId, wish }: Generation): Promise<GeneratedRuleset> {
    const target = await this.source.target(connectionId);
    const ownMasks = await this.configs.masksOf(wish.configId);
    if (wish.groups !== undefined) {
      await this.tell(id, `Choosing masks for ${wish.groups.length} groups of files.`);
      return this.source.files.generate(connectionId, wish.groups, ownMasks);
    }
    const request = await this.source.request(target, wish.selection, ownMasks, (tables) =>
      this.tell(id, `Read ${tables} tables.`),
    );
    await this.tell(id, `Choosing masks for columns of ${wish.selection.length} tables.`);
    return generateRuleset(request);
  }

  private async finish({ id, wish }: Generation, { tasks, leftOut }: GeneratedRuleset): Promise<void> {
    if (tasks.length === 0) {
      throw new DomainError('invalid_input', whyNothing(leftOut).join(' '));
    }
    const unmasked = leftOut.filter(({ masked }) => !masked).length;
    const day = new Date();
    const parts = wish.targetBytes === null ? [] : splitRuleset(tasks, leftOut, wish.targetBytes);
    await transaction(this.dataSource, async (manager) => {
      const { affected } = await manager.update(
        Generation,
        { id, ...unfinished() },
        {
          status: unmasked > 0 ? 'finished_with_warnings' : 'finished',
          statusMessage: summary(tasks.length, unmasked, wish.groups !== undefined),
          rulesetText: wish.targetBytes === null ? writeRuleset(tasks, leftOut) : null,
          modifiedTime: day,
        },
      );
      if (affected !== 1) {
        throw new NoLongerWanted();
      }
      for (const [index, part] of parts.entries()) {
        const number = index + 1;
        const row = { generationId: id, number, fileName: partFileName(part, number, day), text: part.text };
        await manager.insert(GenerationPart, row);
      }
    });
  }

  /** Says how far it is, and hears whether it is still wanted. */
  private async tell(id: string, statusMessage: string): Promise<void> {
    const { affected } = await this.dataSource.manager.update(
      Generation,
      { id, ...unfinished() },
      { status: 'running', statusMessage, modifiedTime: new Date() },
    );
    if (affected !== 1) {
      throw new NoLongerWanted();
    }
  }

  private async fail(id: string, error: unknown): Promise<void> {
    if (!(error instanceof DomainError)) {
      this.logger.error('A ruleset generation failed', { generationId: id, err: error });
    }
    const errorMessage =
      error instanceof DomainError ? saidBy(error) : 'Something went wrong; see the log of the server.';
    await this.dataSource.manager.update(
      Generation,
      { id, ...unfinished() },
      { status: 'failed', statusMessage: 'Failed.', errorMessage, modifiedTime: new Date() },
    );
  }
}

const unfinished = (): { status: ReturnType<typeof In<Generation['status']>> } => ({
  status: In([...UNFINISHED_GENERATION_STATUSES]),
});

function saidBy({ message, fields }: DomainError): string {
  return fields === undefined ? message : Object.values(fields).flat().join(' ');
}

function summary(tasks: number, unmasked: number, isForFiles: boolean): string {
  const [one, many] = isForFiles ? ['group of files', 'groups of files'] : ['table', 'tables'];
  const made = `Generated rules for ${tasks} ${tasks === 1 ? one : many}.`;
  return unmasked === 0
    ? made
    : `${made} ${unmasked} selected ${unmasked === 1 ? 'column is' : 'columns are'} not masked: the comment at the start of the ruleset says why.`;
}

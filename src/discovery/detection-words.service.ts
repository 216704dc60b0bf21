import { Injectable } from '@nestjs/common';
import { DetectionWords } from '../engine/index.js';
import { SeedFilesService } from '../rulesets/seed-files.service.js';

const ADDRESS_FILES = ['au', 'br', 'in', 'nz', 'uk', 'us'].map((country) => `addresses_${country}.csv`);

/** Names and places as the built-in seed files list them, read once. */
@Injectable()
export class DetectionWordsService {
  private words: Promise<DetectionWords> | undefined;

  constructor(private readonly seedFiles: SeedFilesService) {}

  get(): Promise<DetectionWords> {
    this.words ??= this.read().catch((error: unknown) => {
      this.words = undefined;
      throw error;
    });
    return this.words;
  }

  private async read(): Promise<DetectionWords> {
    const files = await this.seedFiles.load([
      'first_names_mixed.csv',
      'last_names.csv',
      'occupations.csv',
      ...ADDRESS_FILES,
    ]);
    const column = (file: string, name: string): readonly string[] => files.get(file)?.column(name) ?? [];
    return new DetectionWords({
      firstNames: column('first_names_mixed.csv', 'first_name'),
      lastNames: column('last_names.csv', 'last_name'),
      occupations: column('occupations.csv', 'occupation'),
      cities: ADDRESS_FILES.flatMap((file) => column(file, 'city')),
    });
  }
}

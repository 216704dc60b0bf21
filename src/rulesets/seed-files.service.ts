import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntityManager } from 'typeorm';

import { InvalidInputError, NotFoundError } from '../common/errors/domain-error.js';
import { CONFIG, type Config } from '../config/config.js';
import type { SeedCatalog, SeedTable } from '../engine/index.js';
import { SeedStore } from './seeds/seed-store.js';
import type { StoredSeedFile } from './seeds/seed-file.entity.js';
import { aliasColumns, CsvSeedTable } from './csv-seed-table.js';

/** Another name for a built-in seed file, as rulesets of other products write it. */
interface SeedAlias {
  readonly file: string;
  /** Further name → the file's own column. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A seed file as it lies there, without its content. */
export interface SeedFile {
  readonly id: string;
  readonly name: string;
  readonly filename: string;
  readonly description: string;
  /** Came with the program. */
  readonly isBuiltIn: boolean;
  /** Empty: the file is no CSV. */
  readonly columnNames: readonly string[];
  readonly rowCount: number;
  readonly aliases: readonly string[];
  readonly createdTime: Date;
}

/** Gives masks their seed files, uploaded and built-in ones. The built-in ones are read at the first use and kept. */
@Injectable()
export class SeedFilesService {
  private readonly folder: string;
  private readonly tables = new Map<string, Promise<CsvSeedTable>>();
  private aliasesRead: Promise<Readonly<Record<string, SeedAlias>>> | undefined;
  private namesRead: Promise<readonly string[]> | undefined;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly store: SeedStore,
  ) {
    this.folder = join(config.paths.root, 'seeds');
  }

  /**
   * The seed files by the names as written in a ruleset (own or alias names), read once and kept.
   * Throws `InvalidInputError` for a name that does not exist.
   */
  async load(names: readonly string[]): Promise<ReadonlyMap<string, SeedTable>> {
    const distinct = [...new Set(names)];
    return new Map(await Promise.all(distinct.map(async (name) => [name, await this.table(name)] as const)));
  }

  /** All seed files and their columns, alias names and columns included, for validating rulesets; as the transaction sees them. */
  async catalog(manager?: EntityManager): Promise<SeedCatalog> {
    const [files, aliases] = await Promise.all([this.builtInNames(), this.aliases()]);
    const tables = await Promise.all(files.map((name) => this.builtIn(name)));
    const columns = new Map<string, readonly string[]>(
      tables.map(({ name, columnNames }) => [name, columnNames]),
    );
    for (const [name, { file, columns: further }] of Object.entries(aliases)) {
      columns.set(name, aliasColumns(columns.get(file) ?? [], further));
    }
    for (const { name, columnNames } of await this.store.list(manager)) {
      columns.set(name, columnNames);
    }
    const names = [...columns.keys()];
    return { columnNames: (name) => columns.get(name), names: () => names };
  }

  /** All seed files, by name: first those that were uploaded. */
  async list(): Promise<SeedFile[]> {
    const uploaded = await this.store.list();
    return [...uploaded.map(toSeedFile), ...(await this.builtInList())];
  }

  /** Names that an upload cannot take. */
  async builtInAndAliasNames(): Promise<readonly string[]> {
    return [...(await this.builtInNames()), ...Object.keys(await this.aliases())];
  }

  async get(id: string): Promise<SeedFile> {
    const uploaded = await this.store.find(id);
    if (uploaded !== null) {
      return toSeedFile(uploaded);
    }
    const file = (await this.builtInList()).find((seed) => seed.id === id);
    if (file === undefined) {
      throw new NotFoundError();
    }
    return file;
  }

  private async builtInList(): Promise<SeedFile[]> {
    const [names, aliases] = await Promise.all([this.builtInNames(), this.aliases()]);
    return Promise.all(names.map((name) => this.describe(name, aliases)));
  }

  private async table(name: string): Promise<CsvSeedTable> {
    const [names, aliases] = await Promise.all([this.builtInNames(), this.aliases()]);
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (alias !== undefined) {
      return (await this.builtIn(alias.file)).alias(name, alias.columns);
    }
    const uploaded = names.includes(name) ? null : await this.store.table(name);
    if (uploaded !== null) {
      return uploaded;
    }
    if (!names.includes(name)) {
      throw new InvalidInputError(`There is no seed file "${name}".`);
    }
    return this.builtIn(name);
  }

  /** `name` is one of `builtInNames`, so it cannot lead out of the folder. */
  private builtIn(name: string): Promise<CsvSeedTable> {
    const known = this.tables.get(name);
    if (known !== undefined) {
      return known;
    }
    const table = readFile(join(this.folder, name)).then((bytes) => CsvSeedTable.read(name, bytes));
    this.tables.set(name, table);
    return table;
  }

  private async describe(name: string, aliases: Readonly<Record<string, SeedAlias>>): Promise<SeedFile> {
    const { columnNames, rowCount } = await this.builtIn(name);
    return {
      id: builtInId(name),
      name,
      filename: name,
      description: '',
      isBuiltIn: true,
      columnNames,
      rowCount,
      aliases: Object.keys(aliases).filter((alias) => aliases[alias]?.file === name),
      createdTime: (await stat(join(this.folder, name))).mtime,
    };
  }

  private builtInNames(): Promise<readonly string[]> {
    this.namesRead ??= readdir(this.folder).then((names) =>
      names.filter((name) => name.endsWith('.csv')).sort(),
    );
    return this.namesRead;
  }

  private aliases(): Promise<Readonly<Record<string, SeedAlias>>> {
    this.aliasesRead ??= readFile(join(this.folder, 'aliases.json'), 'utf8').then(
      (text) => JSON.parse(text) as Record<string, SeedAlias>,
    );
    return this.aliasesRead;
  }
}

function toSeedFile(stored: StoredSeedFile): SeedFile {
  const { id, name, filename, description, columnNames, rowCount, createdTime } = stored;
  return {
    id,
    name,
    filename,
    description,
    isBuiltIn: false,
    columnNames,
    rowCount,
    aliases: [],
    createdTime,
  };
}

/** A UUID that a built-in file has in every installation. */
function builtInId(name: string): string {
  const hex = createHash('sha256').update(`built-in seed file ${name}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

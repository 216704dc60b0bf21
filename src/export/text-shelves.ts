import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import {
  configLibraryProblem,
  discoveryConfigProblem,
  type DiscoveryConfigContent,
} from '../discovery/configs/config-problems.js';
import { DiscoveryConfigLibrariesService } from '../discovery/configs/discovery-config-libraries.service.js';
import { DiscoveryConfigsService } from '../discovery/configs/discovery-configs.service.js';
import { generationConfigProblem } from '../generation/config-problem.js';
import { GenerationConfigs } from '../generation/generation-configs.js';
import { libraryContentProblem } from '../rulesets/content-problems.js';
import { RulesetLibrariesService } from '../rulesets/libraries/ruleset-libraries.service.js';
import type { TextKind, TextName } from './archive-layout.js';

/** A text that is stored here, without its content. */
export interface StoredText extends TextName {
  readonly id: string;
}

/** A text that is to be stored. */
export interface TextContent extends TextName {
  readonly text: string;
}

/** Where texts of one kind are stored. */
export interface TextShelf {
  /** Why this user may not change them; null: they may. */
  rightProblem(user: AuthenticatedUser): string | null;
  /** Why this cannot be stored, whatever the text says; null: it can. */
  problemOf(content: TextContent): string | null;
  index(manager?: EntityManager): Promise<readonly StoredText[]>;
  text(id: string, manager?: EntityManager): Promise<string>;
  create(user: AuthenticatedUser, content: TextContent): Promise<unknown>;
  replace(user: AuthenticatedUser, id: string, content: TextContent): Promise<unknown>;
}

type LibraryContent = Parameters<RulesetLibrariesService['create']>[1];
type GenerationConfigContent = Parameters<GenerationConfigs['create']>[1];

/** A service that stores texts in its own form. */
interface TextStore<Content> {
  text(id: string, manager?: EntityManager): Promise<string>;
  create(user: AuthenticatedUser, content: Content): Promise<unknown>;
  replace(user: AuthenticatedUser, id: string, content: Content): Promise<unknown>;
}

/** The texts that an archive may carry beside rulesets, each where it is stored. */
@Injectable()
export class TextShelves {
  private readonly shelves: Readonly<Record<TextKind, TextShelf>>;

  constructor(
    libraries: RulesetLibrariesService,
    configLibraries: DiscoveryConfigLibrariesService,
    configs: DiscoveryConfigsService,
    generationConfigs: GenerationConfigs,
  ) {
    this.shelves = {
      libraries: {
        ...kept(libraries, inNamespace, libraryContentProblem),
        rightProblem: managersOnly,
        index: async (manager) => (await libraries.index(manager)).map(byNamespace),
      },
      discovery_config_libraries: {
        ...kept(configLibraries, inNamespace, configLibraryProblem),
        rightProblem: managersOnly,
        index: async (manager) => (await configLibraries.index(manager)).map(byNamespace),
      },
      discovery_configs: {
        ...kept(configs, ofType, discoveryConfigProblem),
        rightProblem: buildersToo,
        index: async (manager) =>
          (await configs.index(manager)).map((config) => stored(config, config.configType)),
      },
      generation_configs: {
        ...kept(generationConfigs, bare, generationConfigProblem),
        rightProblem: buildersToo,
        index: async (manager) =>
          (await generationConfigs.index(manager)).map((config) => stored(config, '')),
      },
    };
  }

  of(kind: TextKind): TextShelf {
    return this.shelves[kind];
  }
}

function kept<Content>(
  store: TextStore<Content>,
  contentOf: (content: TextContent) => Content,
  problemOf: (content: Content) => string | null,
): Pick<TextShelf, 'problemOf' | 'text' | 'create' | 'replace'> {
  return {
    problemOf: (content) => problemOf(contentOf(content)),
    text: (id, manager) => store.text(id, manager),
    create: (user, content) => store.create(user, contentOf(content)),
    replace: (user, id, content) => store.replace(user, id, contentOf(content)),
  };
}

const inNamespace = ({ group, name, text }: TextContent): LibraryContent => ({
  namespace: group,
  name,
  config_yaml: text,
});

/** Another type than the two is refused as content. */
const ofType = ({ group, name, text }: TextContent): DiscoveryConfigContent => ({
  name,
  config_type: group as DiscoveryConfigContent['config_type'],
  config_yaml: text,
});

const bare = ({ name, text }: TextContent): GenerationConfigContent => ({ name, config_yaml: text });

function byNamespace(library: Omit<StoredText, 'group'> & { readonly namespace: string }): StoredText {
  return stored(library, library.namespace);
}

function stored({ id, name }: Omit<StoredText, 'group'>, group: string): StoredText {
  return { id, name, group };
}

function managersOnly({ isAdmin, roles }: AuthenticatedUser): string | null {
  return isAdmin || roles.includes('ruleset_library_managers') ? null : 'Your role may not change libraries.';
}

/** Importing itself is for mask builders. */
function buildersToo(): null {
  return null;
}

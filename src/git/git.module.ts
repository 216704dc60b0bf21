import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { GitRepositories } from '../adapters/git/index.js';
import { CONFIG, type Config } from '../config/config.js';
import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { UsersModule } from '../users/users.module.js';
import { GitSettingController } from './git-setting.controller.js';
import { GitSetting } from './git-setting.entity.js';
import { GitSettingService } from './git-setting.service.js';
import { GitSshKeyController } from './git-ssh-key.controller.js';
import { GitSshKey } from './git-ssh-key.entity.js';
import { GitSshKeysService } from './git-ssh-keys.service.js';
import { RulesetGitController } from './ruleset-git.controller.js';
import { RulesetGitService } from './ruleset-git.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([GitSetting, GitSshKey]), RulesetsModule, UsersModule],
  controllers: [GitSettingController, GitSshKeyController, RulesetGitController],
  providers: [
    GitSettingService,
    GitSshKeysService,
    RulesetGitService,
    {
      provide: GitRepositories,
      inject: [CONFIG],
      useFactory: ({ paths, git }: Config): GitRepositories =>
        new GitRepositories(join(paths.dataDir, 'git'), git),
    },
  ],
  exports: [RulesetGitService],
})
export class GitModule {}

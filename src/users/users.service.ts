import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuditAction } from '../audit/audit-vocabulary.js';
import { AuditService } from '../audit/audit.service.js';
import type { AuthenticatedUser } from '../auth/authenticated-user.js';
import { NotAllowedError, NotFoundError } from '../common/errors/domain-error.js';
import { assertFields } from '../common/validation/assert-fields.js';
import { plainRows } from '../database/plain-rows.js';
import { transaction } from '../database/transaction.js';
import { AccessTokensService } from './access-tokens.service.js';
import { assertAdministratorLeft, lockAdministrators } from './administrators.js';
import type { CreateUserDto } from './dto/create-user.dto.js';
import type { TemporaryPasswordResponse } from './dto/own-account.dto.js';
import type { UpdateUserDto } from './dto/update-user.dto.js';
import { SHOWN_OF_USERS, toUserResponse, type UserResponse } from './dto/user.response.js';
import { addUser } from './new-user.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordHasher } from './password-hasher.js';
import { passwordProblem } from './password-policy.js';
import { temporaryPassword } from './temporary-password.js';
import { TemporaryPasswordMails } from './temporary-password-mails.js';
import { TokenUsersService } from './token-users.service.js';
import { claimingUsername } from './unique-username.js';
import { assertMayChange, changesOf } from './user-changes.js';
import { User } from './user.entity.js';
import { rolesProblem } from './user-roles.js';
import { usernameProblem } from './username.js';

/** Where a request came from: its address and the token of its login. */
export interface Origin {
  readonly address: string;
  readonly token: string;
}

/** Users as administrators see and change them, and as users change themselves. */
@Injectable()
export class UsersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly tokens: AccessTokensService,
    private readonly passwords: PasswordChangeService,
    private readonly audit: AuditService,
    private readonly tokenUsers: TokenUsersService,
    private readonly mails: TemporaryPasswordMails,
  ) {}

  /** Oldest first. */
  async list(caller: AuthenticatedUser): Promise<UserResponse[]> {
    const found = this.dataSource.manager.createQueryBuilder(User, 'user').orderBy('user.id');
    const users = await plainRows(found, SHOWN_OF_USERS);
    const own = await this.tokens.apiTokensOf([caller.id]);
    return users.map((user) => toUserResponse(user, own.get(user.id) ?? null));
  }

  async get(caller: AuthenticatedUser, id: number): Promise<UserResponse> {
    assertSelfOrAdmin(caller, id);
    return this.shown(caller, await findUser(this.dataSource.manager, id));
  }

  /** The administrator knows the password, so it counts as temporary. */
  async create(caller: AuthenticatedUser, dto: CreateUserDto): Promise<UserResponse> {
    const { username, email, password } = dto;
    const roles = dto.user_roles ?? dto.role ?? [];
    assertFields({
      username: usernameProblem(username),
      password: passwordProblem(password, username),
      re_password: password === dto.re_password ? null : 'The two passwords differ.',
      [dto.user_roles ? 'user_roles' : 'role']: rolesProblem(roles),
    });
    const passwordHash = await this.hasher.hash(password);
    const { user, mailIds } = await claimingUsername(() =>
      transaction(this.dataSource, async (manager) => {
        const fields = { username, email, passwordHash, roles, hasTemporaryPassword: true };
        const added = await addUser(fields, this.tokens, manager);
        await this.record(caller, 'created', `Created user ${username}`, manager);
        return { user: added, mailIds: await this.mails.post(added, { password, isNew: true }, manager) };
      }),
    );
    await this.mails.send(mailIds);
    return this.shown(caller, user);
  }

  /** Changes what is given; nobody is left without an administrator. */
  async update(
    caller: AuthenticatedUser,
    id: number,
    dto: UpdateUserDto,
    origin: Origin,
  ): Promise<UserResponse> {
    assertSelfOrAdmin(caller, id);
    const passwordHash = await this.passwords.newHash(caller, id, dto, origin.address);
    const user = await claimingUsername(() =>
      transaction(this.dataSource, async (manager) => {
        await lockAdministrators(manager);
        const found = await findUser(manager, id);
        const changes = changesOf(found, dto);
        assertMayChange(changes, caller.isAdmin);
        if (passwordHash !== null) {
          await this.setPassword(found, { passwordHash, isTemporary: false, keep: origin.token }, manager);
          await this.record(caller, 'modified', `Changed the password of user ${found.username}`, manager);
        }
        if (changes.names.length > 0) {
          // Whoever is let in again later logs in anew.
          found.credentialVersion += changes.columns.isActive === false ? 1 : 0;
          await manager.save(Object.assign(found, changes.columns));
          await assertAdministratorLeft(manager);
          const description = `Changed user ${found.username}: ${changes.names.join(', ')}`;
          await this.record(caller, 'modified', description, manager);
        }
        await this.tokenUsers.announce(id, manager);
        return found;
      }),
    );
    this.tokenUsers.forget(id);
    return this.shown(caller, user);
  }

  /** Removes the user with all tokens; what they did stays in the audit log. */
  async remove(caller: AuthenticatedUser, id: number): Promise<void> {
    await transaction(this.dataSource, async (manager) => {
      await lockAdministrators(manager);
      const user = await findUser(manager, id);
      await manager.delete(User, { id });
      await assertAdministratorLeft(manager);
      await this.tokenUsers.announce(id, manager);
      await this.record(caller, 'deleted', `Deleted user ${user.username}`, manager);
    });
    this.tokenUsers.forget(id);
  }

  /** Gives the user a temporary password and ends all their logins. */
  async resetPassword(caller: AuthenticatedUser, id: number): Promise<TemporaryPasswordResponse> {
    await findUser(this.dataSource.manager, id);
    const password = temporaryPassword();
    const passwordHash = await this.hasher.hash(password);
    const mailIds = await transaction(this.dataSource, async (manager) => {
      const user = await findUser(manager, id);
      await this.setPassword(user, { passwordHash, isTemporary: true }, manager);
      await this.tokenUsers.announce(id, manager);
      await this.record(caller, 'modified', `Reset the password of user ${user.username}`, manager);
      return this.mails.post(user, { password, isNew: false }, manager);
    });
    this.tokenUsers.forget(id);
    await this.mails.send(mailIds);
    return { password };
  }

  private async setPassword(
    user: User,
    change: { readonly passwordHash: string; readonly isTemporary: boolean; readonly keep?: string },
    manager: EntityManager,
  ): Promise<void> {
    user.passwordHash = change.passwordHash;
    user.hasTemporaryPassword = change.isTemporary;
    user.credentialVersion += 1;
    await manager.save(user);
    await this.tokens.revokeLogins(user.id, manager, change.keep);
  }

  private async shown(caller: AuthenticatedUser, user: User): Promise<UserResponse> {
    const tokens = caller.id === user.id ? await this.tokens.apiTokensOf([user.id]) : null;
    return toUserResponse(user, tokens?.get(user.id) ?? null);
  }

  private record(
    user: AuthenticatedUser,
    action: AuditAction,
    description: string,
    manager: EntityManager,
  ): Promise<void> {
    return this.audit.record({ user, category: 'user', action, description }, manager);
  }
}

/** Others' accounts are closed whether they exist or not, so that ids tell nothing. */
function assertSelfOrAdmin(caller: AuthenticatedUser, id: number): void {
  if (!caller.isAdmin && caller.id !== id) {
    throw new NotAllowedError('Only an administrator may see or change other users.');
  }
}

async function findUser(manager: EntityManager, id: number): Promise<User> {
  const user = await manager.findOneBy(User, { id });
  if (user === null) {
    throw new NotFoundError();
  }
  return user;
}

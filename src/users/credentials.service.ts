import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { LoginLimiterService, type LoginAttempt } from '../auth/rate-limit/login-limiter.service.js';
import { NotAuthenticatedError } from '../common/errors/domain-error.js';
import { PasswordHasher } from './password-hasher.js';
import { User } from './user.entity.js';
import { usernameKey } from './username.js';

/** What someone types to prove who they are, and from where. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly address: string;
}

/** Checks usernames and passwords, slowly for those who guess. */
@Injectable()
export class CredentialsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly limiter: LoginLimiterService,
    private readonly audit: AuditService,
  ) {}

  /**
   * The active user these credentials belong to. Throws `NotAuthenticatedError`; an unknown name, a wrong password and
   * a disabled account with a wrong password look the same, in time too.
   */
  async authenticate(credentials: Credentials): Promise<User> {
    const key = usernameKey(credentials.username);
    const user = await this.dataSource.manager.findOneBy(User, { usernameKey: key });
    if (!(await this.fits(user, credentials.password, { usernameKey: key, address: credentials.address }))) {
      if (user !== null) {
        const { username } = user;
        const description = `Failed login as ${username}`;
        await this.audit.record({
          user: { username },
          category: 'auth',
          action: 'login_failed',
          description,
        });
      }
      throw new NotAuthenticatedError('Wrong username or password.');
    }
    if (user?.isActive !== true) {
      throw new NotAuthenticatedError('This account is disabled.');
    }
    return user;
  }

  /** Is this the password of a user who is logged in already? Guesses are slowed like at the login. */
  isPasswordOf(user: User, password: string, address: string): Promise<boolean> {
    return this.fits(user, password, { usernameKey: user.usernameKey, address });
  }

  private async fits(user: User | null, password: string, attempt: LoginAttempt): Promise<boolean> {
    const fits = await this.hasher.verify(user?.passwordHash ?? null, password, () =>
      this.limiter.assertMayTry(attempt),
    );
    await (fits ? this.limiter.succeeded(attempt) : this.limiter.failed(attempt));
    return fits;
  }
}

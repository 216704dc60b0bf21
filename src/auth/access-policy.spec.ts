import { refusalOf, type AccessPolicy } from './access-policy.js';
import type { AuthenticatedUser, TokenKind, UserRole } from './authenticated-user.js';

const POLICIES: Readonly<Record<string, AccessPolicy>> = {
  public: { kind: 'public' },
  user: { kind: 'restricted', tokens: ['user'], roles: null },
  userOrApi: { kind: 'restricted', tokens: ['user', 'api'], roles: null },
  builder: { kind: 'restricted', tokens: ['user'], roles: ['mask_builder'] },
  admin: { kind: 'restricted', tokens: ['user'], roles: ['admin'] },
  ifmRunner: { kind: 'restricted', tokens: ['jwt'], roles: ['mask_runner'] },
  ifmBuilder: { kind: 'restricted', tokens: ['jwt'], roles: ['mask_builder'] },
};

const user = (role: UserRole | 'none', tokenKind: TokenKind): AuthenticatedUser => ({
  id: 1,
  username: 'x',
  isAdmin: role === 'admin',
  roles: role === 'none' || role === 'admin' ? [] : [role],
  tokenKind,
});

describe('refusalOf', () => {
  it.each([
    ['admin', 'user', ['public', 'user', 'userOrApi', 'builder', 'admin']],
    ['mask_builder', 'user', ['public', 'user', 'userOrApi', 'builder']],
    ['mask_runner', 'user', ['public', 'user', 'userOrApi']],
    ['none', 'user', ['public', 'user', 'userOrApi']],
    ['admin', 'api', ['public', 'userOrApi']],
    ['none', 'api', ['public', 'userOrApi']],
    ['admin', 'jwt', ['public', 'ifmRunner', 'ifmBuilder']],
    ['mask_builder', 'jwt', ['public', 'ifmRunner', 'ifmBuilder']],
    ['mask_runner', 'jwt', ['public', 'ifmRunner']],
    ['none', 'jwt', ['public', 'ifmRunner']],
  ] as const)('lets a %s with a %s token in to %j only', (role, tokenKind, open) => {
    const allowed = Object.entries(POLICIES).filter(
      ([, policy]) => refusalOf(policy, user(role, tokenKind)) === null,
    );
    expect(allowed.map(([name]) => name)).toEqual(open);
  });
});

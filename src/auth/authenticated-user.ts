/** Roles as stored and as shown on the wire; administrators are shown as the single role `admin`. */
export type UserRole = 'admin' | 'mask_builder' | 'mask_runner' | 'ruleset_library_managers';

/** Which credential the caller came with: a login's token, the lasting API token, or an in-flight access token. */
export type TokenKind = 'user' | 'api' | 'jwt';

/** The caller of a request, as far as other parts may know it. */
export interface AuthenticatedUser {
  readonly id: number;
  readonly username: string;
  readonly isAdmin: boolean;
  readonly roles: readonly UserRole[];
  readonly tokenKind: TokenKind;
}

import { applyDecorators, SetMetadata } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiForbiddenResponse,
  ApiResponse,
  ApiSecurity,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';

import { ErrorResponse, InFlightErrorResponse } from '../common/http/dto/error.response.js';
import { ACCESS_POLICY, type AccessPolicy } from './access-policy.js';
import type { UserRole } from './authenticated-user.js';

type RouteDecorator = MethodDecorator & ClassDecorator;

/** Anyone may call, without any token. */
export function Public(): RouteDecorator {
  return SetMetadata<string, AccessPolicy>(ACCESS_POLICY, { kind: 'public' });
}

/** Any user, with the token of a login (not with an API token). */
export function UserToken(): RouteDecorator {
  return tokenAccess('userToken', { kind: 'restricted', tokens: ['user'], roles: null });
}

/** Any user, with the token of a login or with their API token. */
export function UserOrApiToken(): RouteDecorator {
  return tokenAccess('userOrApiToken', { kind: 'restricted', tokens: ['user', 'api'], roles: null });
}

/** Mask builders and administrators, with the token of a login. */
export function MaskBuilder(): RouteDecorator {
  return tokenAccess('userToken', { kind: 'restricted', tokens: ['user'], roles: ['mask_builder'] });
}

/** Those who may change libraries, and administrators, with the token of a login. */
export function LibraryManager(): RouteDecorator {
  return tokenAccess('userToken', {
    kind: 'restricted',
    tokens: ['user'],
    roles: ['ruleset_library_managers'],
  });
}

/** Administrators, with the token of a login. */
export function Admin(): RouteDecorator {
  return tokenAccess('userToken', { kind: 'restricted', tokens: ['user'], roles: ['admin'] });
}

/** In-flight routes: a bearer token of a user with one of the roles. A user without a role counts as `mask_runner`. */
export function IfmRoles(...roles: [UserRole, ...UserRole[]]): RouteDecorator {
  return applyDecorators(
    SetMetadata<string, AccessPolicy>(ACCESS_POLICY, { kind: 'restricted', tokens: ['jwt'], roles }),
    ApiBearerAuth('accessToken'),
    ApiUnauthorizedResponse({
      description: 'The access token is missing, expired or not valid.',
      type: InFlightErrorResponse,
    }),
    ApiResponse({
      status: 402,
      description: 'The licence has expired or is not valid.',
      type: InFlightErrorResponse,
    }),
    ApiForbiddenResponse({ description: 'The role of the user is not enough.', type: InFlightErrorResponse }),
  );
}

function tokenAccess(scheme: 'userToken' | 'userOrApiToken', policy: AccessPolicy): RouteDecorator {
  return applyDecorators(
    SetMetadata(ACCESS_POLICY, policy),
    ApiSecurity(scheme),
    ApiUnauthorizedResponse({
      description: 'The token is missing, expired or not valid.',
      type: ErrorResponse,
    }),
    ApiForbiddenResponse({
      description: 'The kind of token or the role of the user does not allow this.',
      type: ErrorResponse,
    }),
  );
}

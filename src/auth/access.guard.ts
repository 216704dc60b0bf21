import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { LicenseInvalidError, NotAllowedError } from '../common/errors/domain-error.js';
import { LicenseState } from '../license/license-state.js';
import { ACCESS_POLICY, refusalOf, type AccessPolicy } from './access-policy.js';
import { callerOf } from './caller.js';

/** Stands before every route and lets nobody through where no access decorator says who may pass. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly license: LicenseState,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const policy = this.reflector.getAllAndOverride<AccessPolicy | undefined>(ACCESS_POLICY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (policy === undefined) {
      throw new NotAllowedError('This route is closed.');
    }
    if (policy.kind === 'public') {
      return true;
    }
    const refusal = refusalOf(policy, callerOf(context.switchToHttp().getRequest<Request>()));
    if (refusal !== null) {
      throw new NotAllowedError(refusal);
    }
    if (policy.tokens.includes('jwt')) {
      this.assertLicensed();
    }
    return true;
  }

  /** In-flight masking stops without a licence; everything else goes on, so that a new one can be installed. */
  private assertLicensed(): void {
    const refusal = this.license.refusal();
    if (refusal !== null) {
      throw new LicenseInvalidError(refusal);
    }
  }
}

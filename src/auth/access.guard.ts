import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { NotAllowedError } from '../common/errors/domain-error.js';
import { ACCESS_POLICY, refusalOf, type AccessPolicy } from './access-policy.js';
import { callerOf } from './caller.js';

/** Stands before every route and lets nobody through where no access decorator says who may pass. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

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
    return true;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { effectiveRoles } from '../auth/access-policy.js';
import { callerOf } from '../auth/caller.js';
import { CONFIG, type Config } from '../config/config.js';
import type { PlanView } from './dto/plan.response.js';

/** How callers see plans. */
@Injectable()
export class PlanViews {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Addresses are below `BASE_URL`, else below that which was called: behind a trusted proxy, the proxy's. */
  of(request: Request): PlanView {
    return {
      baseUrl: this.config.http.baseUrl ?? `${request.protocol}://${request.host}`,
      showsRuleset: effectiveRoles(callerOf(request)).includes('mask_builder'),
    };
  }
}

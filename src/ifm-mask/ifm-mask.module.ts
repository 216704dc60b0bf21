import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { RateLimitModule } from '../auth/rate-limit/rate-limit.module.js';
import { IfmPlansModule } from '../ifm-plans/ifm-plans.module.js';
import { LicenseModule } from '../license/license.module.js';
import { BulkMasker } from './bulk-masker.js';
import { MaskAliasController, MaskController } from './mask.controller.js';
import { MaskAnswers } from './mask-answers.js';
import { MaskGate } from './mask-gate.js';
import { MaskRoute } from './mask-route.js';
import { Masker } from './masker.js';
import { RequestKeys } from './request-keys.js';

/** Masks values that are sent in a request, by a stored plan. */
@Module({
  imports: [AuthModule, LicenseModule, RateLimitModule, IfmPlansModule],
  controllers: [MaskController, MaskAliasController],
  providers: [BulkMasker, MaskAnswers, MaskGate, MaskRoute, Masker, RequestKeys],
})
export class IfmMaskModule {}

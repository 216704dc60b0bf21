import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { RulesetsModule } from '../rulesets/rulesets.module.js';
import { CompiledPlans } from './compiled-plans.js';
import { IfmPlan } from './ifm-plan.entity.js';
import { IfmPlansController } from './ifm-plans.controller.js';
import { IfmPlansService } from './ifm-plans.service.js';
import { PlanViews } from './plan-views.js';

/** Rulesets under a name, for masking values sent in requests. */
@Module({
  imports: [TypeOrmModule.forFeature([IfmPlan]), RulesetsModule],
  controllers: [IfmPlansController],
  providers: [CompiledPlans, IfmPlansService, PlanViews],
  exports: [CompiledPlans, IfmPlansService, RulesetsModule],
})
export class IfmPlansModule {}
